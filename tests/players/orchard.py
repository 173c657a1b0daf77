"""What seats of the story of the orchard see, for tests of players."""

from dataclasses import replace
from pathlib import Path

from mmagents.interfaces.talk import HeardTurn
from mmagents.interfaces.view import KnownFact, View
from mmagents.nodes.context import Context
from mmagents.nodes.table import table_for
from mmagents.nodes.views.localise import resources_known_to

ORCHARD = str(Path(__file__).parents[1] / "stories" / "orchard.yaml")


def known(table, fact_id: str, **given) -> KnownFact:
    of = table.scenario.fact(fact_id)
    text = of.text.in_(table.language)
    given = {"told": None, "source": "heard", "said_by": "dob", "public": True, "price": 0} | given
    return KnownFact(
        id=of.id, topic=of.topic, text=text, ask=of.ask.in_(table.language),
        keys=tuple(of.keys.in_(table.language)), people=tuple(of.people), whereabouts=None,
        implies={}, turn=1, contradicts=(), cover_story=False, premises=(),
        supports=dict(of.supports), **given,
    )  # fmt: skip


def seen(seat: str, facts=(), said: str = "", language: str = "en", **given) -> View:
    table = table_for(ORCHARD, Context(language=language))
    heard = (HeardTurn(1, "dob", said, None, (), None, None, tuple(facts)),) if said else ()
    view = View(
        seat=seat, language=language, public=table.public, sheet=table.sheets[seat], heard=heard,
        thoughts=(), memories=(), known=tuple(known(table, one) for one in facts),
        obligation=None, open_pairs=(), notes={}, seed=1, turn=5, present=table.seats,
        sides={one.id: one.camp for one in table.scenario.cast},
        resources=resources_known_to(table.scenario, language, seat, {"wagon": "dob"}),
    )  # fmt: skip
    return replace(view, **given)
