"""A language model in a seat that thinks and finds its words in one answer: the pace `draft`."""

from __future__ import annotations

from mmagents.analysts.llm.answers import designation_from
from mmagents.floor.adjacency import Designation
from mmagents.interfaces.player import Draft
from mmagents.interfaces.talk import Utterance
from mmagents.interfaces.view import View
from mmagents.models.answers.draft import read_draft
from mmagents.models.answers.fields import UnusableError
from mmagents.models.ask import ask
from mmagents.models.client.slot import Slot
from mmagents.models.client.transport import Reply
from mmagents.models.utterances import pair_part_variables
from mmagents.players.llm.player import LISTENS, LLMPlayer, Voice
from mmagents.players.llm.speech import read_speech
from mmagents.prompts.render import Prompts

NOTHING = Draft(LISTENS, "", Designation())
"""The draft of a seat whose model gave none."""


class DraftingPlayer(LLMPlayer):
    """A seat on a model that can also draft."""

    def __init__(
        self,
        *,
        think: Slot,
        speak: Slot,
        prompts: Prompts,
        choose: Slot | None = None,
        voice: Voice | None = None,
        draft: Slot | None = None,
    ) -> None:
        """Take a slot for each task; what speaks drafts by default."""
        super().__init__(think=think, speak=speak, prompts=prompts, voice=voice, choose=choose)
        self._draft = draft or speak

    async def draft(self, view: View) -> Draft:
        """Return the plan for this turn and its words; listening if the model gives no usable plan.

        What the words do to the floor is as the model declares it, with ids for names.
        """
        terms = self._prompts.terms(view.language)
        told = self.variables(view, "speak") | pair_part_variables(terms)
        speaker, cast = view.public.person(view.seat), view.public.cast

        def read(reply: Reply) -> tuple[Draft, tuple[str, ...]]:
            found, repairs = read_draft(reply.text, stating=self._prompts.wording.units)
            try:
                words, more = read_speech(found.words, speaker, cast, cut=reply.cut)
            except UnusableError:
                return Draft(found.thought, "", Designation()), repairs
            declared, amiss = designation_from(found.declared, _as_said(view, words))
            return Draft(found.thought, words, declared), (*repairs, *more, *amiss)

        question = self._question("draft", view, told)
        return await ask(self._draft, self._prompts, question, read, NOTHING)


def _as_said(view: View, words: str) -> Utterance:
    """Return words as an utterance, with what its seat knows to be open."""
    pairs = tuple(one for one in view.open_pairs if one.by != view.seat)
    return Utterance(
        view.seat, words, view.language, view.public.cast, view.heard, view.obligation, pairs
    )
