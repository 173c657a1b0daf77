"""The thresholds for spelling are those that the benchmark links to the paper's."""

import json

import numpy as np
import pytest

from benchmarks.analyst.likeness import SENTENCES, THRESHOLDS, cosines, linked, pairs
from mmagents.analysts.repair.repetition import SPELLING, thresholds_for
from mmagents.interfaces.repair import PAPER
from mmagents.stores.lexical import LexicalEmbedder


@pytest.mark.parametrize("language", ["en", "ja"])
def test_thresholds_of_spelling_let_as_many_pairs_through_as_the_papers_on_sentences(language):
    sentences = np.asarray(json.loads(SENTENCES.read_text("utf-8")))
    spelling = cosines(LexicalEmbedder().embed, language)
    assert len(sentences) == len(spelling) == len(pairs())
    kept = SPELLING[language]
    for threshold, here in zip(
        THRESHOLDS, (kept.own_here, kept.others, kept.own_elsewhere, kept.same), strict=True
    ):
        assert here == pytest.approx(linked(sentences, spelling, threshold), abs=0.006)


def test_linked_thresholds_are_for_spelling_in_a_language_that_was_measured() -> None:
    assert thresholds_for("lexical", "ja") == SPELLING["ja"]
    assert thresholds_for("lexical", "de") == PAPER
    assert thresholds_for("openai:text-embedding-3-small", "ja") == PAPER
