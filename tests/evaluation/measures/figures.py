"""The measures of turns, taken from conversations written for a test."""

from mmagents.evaluation.conversation import Conversation
from mmagents.evaluation.measures.floor import rule_measures
from mmagents.evaluation.measures.measure import Figures, figures_of
from mmagents.evaluation.report.sections import SECTIONS, TURNS

SEATS = ("petra", "bram", "kit")
MEASURES = SECTIONS[TURNS]


def turn_figures(talk: Conversation) -> Figures:
    return figures_of({**MEASURES, **rule_measures([talk])}, talk)
