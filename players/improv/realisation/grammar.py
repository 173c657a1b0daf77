r"""A small grammar of phrases: pick one that was not used, and fill it in.

A phrase is a template in which

    {slot}          is replaced by a value; a phrase that lacks a value for a slot is not picked,
    [one|another]   by one of these, by lot,
    <plain/polite/humble> by the form of the speaker's politeness (Japanese),
    ~               by an ending the speaker is fond of, or nothing (Japanese).

Banks are named; a bank `name.style` holds what only speakers of that style say, and is preferred.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

from mmagents.players.improv.state.notebook import digests
from mmagents.players.phrases import Phrases, read_phrases

_FOLDER = Path(__file__).parents[1] / "phrases"

_CHOICE = re.compile(r"\[([^\[\]]*)\]")
_FORMS = re.compile(r"<([^<>]*)>")
_SLOT = re.compile(r"\{(\w+)\}")
_POLITENESS = {"plain": 0, "polite": 1, "humble": 2}
_SOFT = frozenset({"ね", "よ", "わ", "な", "わね"})
"""Endings that may follow a polite form."""
_OWN_STYLE = 0.7
"""How often a speaker prefers a phrase of the own style."""


def phrases_in(language: str, *subjects: str) -> Phrases:
    """Return what improvising seats say in a language about these subjects."""
    return read_phrases(_FOLDER, language, *subjects)


@dataclass(slots=True)
class Speech:
    """The words of one turn in the making.

    Attributes:
        banks: the phrases of the language.
        used: ids of phrases this speaker used lately, the latest last.
        said: digests of sentences anybody said lately.
        chosen: ids of the phrases picked for this turn.
    """

    banks: Phrases
    language: str
    style: str
    politeness: str
    endings: tuple[str, ...]
    lot: Random
    used: tuple[str, ...] = ()
    said: frozenset[int] = frozenset()
    chosen: list[str] = field(default_factory=list)
    _mine: set[int] = field(default_factory=set)

    def pick(self, bank: str, must: str | None = None, **slots: str | None) -> str:
        """Return a phrase of `bank`, filled in, that repeats no sentence said lately.

        Only phrases with the slot `must` count, where one is named.
        """
        values = {name: value for name, value in slots.items() if value}
        phrases = [
            (phrase_id, phrase)
            for phrase_id, phrase in self._order(bank)
            if set(_SLOT.findall(phrase)) <= values.keys() and (not must or f"{{{must}}}" in phrase)
        ]
        last = ""
        for apart in ("", values.get("fact", "")):
            for phrase_id, phrase in phrases:
                for _ in range(3):
                    last = self._fill(phrase, values)
                    if self.is_new(last, apart):
                        self.chosen.append(phrase_id)
                        return self.keep(last)
        return self.keep(last)

    def is_new(self, text: str, apart: str = "") -> bool:
        """Tell whether no sentence of `text` was said lately, or in this turn.

        Those of `apart` do not count: what is told for the second time cannot but be repeated.
        """
        found = [one for one in digests(text) if one not in digests(apart)]
        seen = self.said | self._mine
        return len(set(found)) == len(found) and seen.isdisjoint(found)

    def keep(self, text: str) -> str:
        """Return `text`, its sentences remembered as said in this turn."""
        self._mine.update(digests(text))
        return text

    def _order(self, bank: str) -> list[tuple[str, str]]:
        """Return the phrases of a bank: those used longest ago first, chance among the others."""
        own = [(f"{bank}.{self.style}/{i}", p)
               for i, p in enumerate(self.banks.get(f"{bank}.{self.style}", ()))]  # fmt: skip
        common = [(f"{bank}/{i}", p) for i, p in enumerate(self.banks.get(bank, ()))]
        self.lot.shuffle(own)
        self.lot.shuffle(common)
        pool = own + common if self.lot.random() < _OWN_STYLE else common + own
        age = {phrase_id: at for at, phrase_id in enumerate((*self.used, *self.chosen), 1)}
        return sorted(pool, key=lambda item: age.get(item[0], 0))

    def _fill(self, phrase: str, values: Mapping[str, str]) -> str:
        text = phrase
        while _CHOICE.search(text):
            text = _CHOICE.sub(lambda m: self.lot.choice(m.group(1).split("|")), text)
        text = _FORMS.sub(self._form, text)
        if "~" in text:
            text = text.replace("~", self._ending())
        text = _SLOT.sub(lambda m: values[m.group(1)], text)
        return tidy(text, self.language)

    def _form(self, match: re.Match[str]) -> str:
        forms = match.group(1).split("/")
        return forms[min(_POLITENESS.get(self.politeness, 1), len(forms) - 1)]

    def _ending(self) -> str:
        fond = [one for one in self.endings if self.politeness == "plain" or one in _SOFT]
        return self.lot.choice([*fond, *fond, ""])


def tidy(text: str, language: str) -> str:
    """Return text with its seams mended: blanks, doubled stops, capitals after a full stop."""
    if language == "ja":
        return re.sub(r"。{2,}", "。", text.replace("？。", "？").replace("。、", "、")).strip()
    text = re.sub(r"\s+", " ", text).strip(" ,")
    text = re.sub(r" ([,.;:?!])", r"\1", text)
    text = re.sub(r"([?!.])\.(?!\.)", r"\1", text)
    text = re.sub(r",([.?!;:])", r"\1", text)
    return re.sub(r"(^|(?<=[.?!])\s+)([a-z])", lambda m: m.group(1) + m.group(2).upper(), text)


_SAFE = re.compile(
    r"^(?:The|An?|It|There|He|She|They|We|You|At|On|In|By|When|My|His|Her|Our|Your|Nobody|"
    r"Somebody|Someone|Something|Nothing|No|Both|From|After|Before|While|Two|Three|One|This|That|"
    r"Only|All|Every|Until|Between|For|Not|With|Under|Where|What|How|Who|Why|Which|Did|Do|Is|Are|Whom|Whose|"
    r"Was|Were|Have|Has|Had|Can|Could|Would|Around|Behind|Through|Outside|Inside|Since|As|Some|"
    r"If|Each|Half|Four|Five|Six|Seven|Eight|Nine|Ten|Forty|Whoever|Whatever|Below|Above|Against|"
    r"Without|Leaving|To|Those|These|There's|Its|Their|Even)\b"
)


def lowered(sentence: str, language: str) -> str:
    """Return a sentence as it stands inside another: no capital where it may go, no full stop."""
    if language == "ja":
        return sentence.rstrip("。")
    bare = sentence.strip().rstrip(".")
    return bare[0].lower() + bare[1:] if _SAFE.match(bare) else bare
