"""What everybody at the small table knows, in both languages."""

from mmagents.interfaces.story import Person, Public
from tests.tables import beside

WRITTEN = beside(__file__)


def public(language: str) -> Public:
    voice = {"style": "plain", "talkativeness": 3, "pronoun": "私", "politeness": "polite"}
    endings = ("ね",) if language == "ja" else ()
    cast = (Person(**voice, endings=endings, **one) for one in WRITTEN[language]["cast"])
    return Public(**WRITTEN[language] | {"cast": tuple(cast)}, topics=())


PUBLIC = {language: public(language) for language in WRITTEN}
EN, JA = PUBLIC["en"], PUBLIC["ja"]
