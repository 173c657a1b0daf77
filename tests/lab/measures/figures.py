"""The measures of turns, taken from conversations written for a test."""

from mmagents.lab.conversation import Conversation
from mmagents.lab.measures.floor import rule_measures
from mmagents.lab.measures.measure import Figures, figures_of
from mmagents.lab.report.sections import SECTIONS, TURNS

SEATS = ("petra", "bram", "kit")
MEASURES = SECTIONS[TURNS]


def turn_figures(talk: Conversation) -> Figures:
    return figures_of({**MEASURES, **rule_measures([talk])}, talk)
