"""What a person in a seat acts with: what is asked, and the form that answers it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from nicegui import ui

from mmagents.interfaces.texts.catalogue import page as say
from mmagents.nodes.settings import Units
from mmagents.players.person.answers import LONGEST_ANSWER
from mmagents.showing.faces import Faces
from mmagents.showing.html.markup import bdi, button, text
from mmagents.showing.html.seat import ask_words, choice_form, sheet
from mmagents.showing.onlooker import Standing
from mmagents.showing.wording import own_cut
from mmagents.web.game import Game
from mmagents.web.pages.parts import Bucket, Pane


class SeatForm:
    """What a person in a seat acts with; one per browser."""

    def __init__(self, game: Game, seat: str, faces: Faces, lang: str) -> None:
        self._game, self._seat, self._faces, self._lang = game, seat, faces, lang
        self._rate = Bucket(6, 1.0)
        self._told_of = self._words = ""
        with (
            ui.element("section").classes("card ask o-hand").props("aria-live=polite") as self._card
        ):
            self._cut = Pane("div", props="role=status")
            self._come_in = (
                ui.element("button").props("type=button data-act=come-in").classes("main")
            )
            with self._come_in:
                Pane("span").show(text(lang, "come-in"))
            self._prompt = Pane()
            self._choice = Pane()
            with ui.element("form").props("data-form=say") as self._form:
                Pane().show(_composer(lang))
                self._bid = Pane()
                self._bid.show(_bid(lang))
                self._cards = Pane()
                self._buttons = Pane("div", "row")
            self._told = Pane("div", props="role=status")
        with ui.element("details").classes("card o-sheet").props("open"):
            bare = game.table.public.question
            Pane("summary").show(text(lang, "you-know" if bare else "sheet"))
            self._sheet = Pane()

    def render(self, now: Standing) -> None:
        """Show what is asked, and what the seat knows."""
        ask = now.asks.get(self._seat) or None
        waiting = bool(ask) and not self._game.has_answer(self._seat)
        if waiting and self._told_of != _key(ask):
            self._told_of = _key(ask)
            self._told.show("")
        self._show_places(now)
        self._card.classes(add="" if waiting else "quiet", remove="quiet" if waiting else "")
        self._prompt.show(ask_words(ask if waiting else None, now, self._faces, self._lang))
        choosing = waiting and ask is not None and ask["what"] == "choose"
        self._choice.show(choice_form(ask, self._lang) if ask and choosing else "")
        self._form.set_visibility(not choosing)
        self._bid.element.set_visibility(
            not waiting or (ask is not None and ask["what"] == "think")
        )
        self._buttons.show(_buttons(ask["what"] if waiting and ask else "", self._lang))
        known = self._game.asked.get(self._seat)
        cards = known["view"]["cards"] if known else []
        self._cards.show(_cards(cards if waiting and ask and "show" in ask["commands"] else []))
        self._sheet.show(sheet(self._game.table, self._seat, known, self._faces, self._lang))
        if ask and ask["error"] and waiting:
            self._tell("not-taken", "error", why=ask["error"])
            if self._words:
                ui.run_javascript(f"mm.giveBack({json.dumps(self._words)})")
                self._words = ""

    def _show_places(self, now: Standing) -> None:
        """Show the button that ends somebody else's turn, and where the seat's own last one ended.

        The button is never taken away while the game has one, so that it keeps the keyboard.
        """
        context, seat = self._game.context, self._seat
        may = now.saying is not None and seat in now.saying["may"]
        pressed = self._game.has_pressed(seat)
        asked = isinstance(context.medium, Units) and context.medium.come_in
        self._come_in.set_visibility(asked and now.status != "ended")
        self._come_in.props(f"aria-disabled={str(not may or pressed).lower()}")
        own = next((row for row in reversed(now.rows) if row["speaker"] == seat), None)
        told = own_cut(own, self._faces.call, self._lang) if own else ""
        self._cut.show(f'<p class="cut-off">{bdi(told, 500)}</p>' if told else "")

    def _tell(self, key: str, kind: str = "said-ok", **given: object) -> None:
        said = say(self._lang, key, **given)
        self._told.show(f'<p class="{kind}">{bdi(said, 500)}</p>')

    async def submit(self, name: str, given: Mapping[str, str]) -> None:
        """Take a form that the person sent."""
        ask = self._game.standing.asks.get(self._seat)
        if not ask or name not in ("say", "choose"):
            return
        if not self._rate.take():
            self._tell("too-fast", "error")
            return
        if any(len(value) > LONGEST_ANSWER for value in given.values()):
            self._tell("too-long", "error", n=LONGEST_ANSWER)
            return
        if self._game.answer(self._seat, answer_of(ask["what"], given)):
            self._words = "" if given.get("go") == "pass" else given.get("say", "")
            if self._words:
                ui.run_javascript("mm.clearDraft()")
            self._tell("sent")
            self.render(self._game.as_seen(self._onlooker()))

    def _onlooker(self) -> Any:
        from mmagents.showing.onlooker import Onlooker

        return Onlooker("seat", self._seat)


def answer_of(what: str, given: Mapping[str, str]) -> dict[str, Any]:
    """Return a filled-in form as an answer to an ask (`players.person_answers`)."""
    if given.get("go") == "pass":
        return {"pass": True}
    said, shown = given.get("say", "").strip(), given.get("show", "").split()
    if what == "choose":
        reason = given.get("reason", "").strip()
        return {"choose": given.get("choose", ""), **({"reason": reason} if reason else {})}
    if what == "reflect":
        return {"note": said}
    words_and_clues = {**({"say": said} if said else {}), **({"show": shown} if shown else {})}
    if what == "speak":
        return words_and_clues or {"say": ""}
    bid = given.get("bid", "")
    return {"bid": int(bid) if bid.isascii() and bid.isdigit() else 0, **words_and_clues}


def _key(ask: Mapping[str, Any] | None) -> str:
    return f"{ask['id']}\n{ask['error']}" if ask else ""


def _composer(lang: str) -> str:
    return (
        f'<label class="field"><span>{text(lang, "your-words")}</span>'
        f'<textarea name="say" data-draft maxlength="{LONGEST_ANSWER}"></textarea></label>'
    )


def _bid(lang: str) -> str:
    return (
        f'<label class="field"><span>{text(lang, "your-bid")} (0-9)</span>'
        '<output data-shows="bid">5</output>'
        '<input type="range" name="bid" min="0" max="9" value="5"></label>'
    )


def _buttons(what: str, lang: str) -> str:
    main = {"think": "bid-now", "speak": "speak-now", "reflect": "keep-note"}.get(what)
    if main is None:
        return ""
    go = button(say(lang, main), main=True, name="go", value="do")
    return go + button(say(lang, "pass"), name="go", value="pass")


def _cards(cards: list[Mapping[str, Any]]) -> str:
    from mmagents.showing.html.markup import tick

    return "".join(tick("show", card["name"], card["id"]) for card in cards)
