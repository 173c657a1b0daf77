"""What the processes of tests have loaded and read before they begin: imports, a story, phrases.

A short talk in each language reads what is read at first use. No thread may be left: it would not
be in a copy of this process.
"""

import asyncio
import importlib
import threading

import langchain_openai
import langgraph.graph
import matplotlib.backends.backend_agg
import matplotlib.backends.backend_svg
import matplotlib.pyplot
import pytest
import ruamel.yaml
import scikit_posthocs
import statsmodels.stats.proportion

import mmagents.cli.app
import mmagents.lab.experiments.preload
import mmagents.lab.report.report
import mmagents.models.client.transport
from mmagents.graph.build import graph
from mmagents.nodes.context import Context
from tests.languages import LANGUAGES

__all__ = [
    "langchain_openai",
    "langgraph",
    "matplotlib",
    "mmagents",
    "pytest",
    "ruamel",
    "scikit_posthocs",
    "statsmodels",
]

for name in ("game.start", "game.consent", "shown.talk", "shown.totals", "person.people"):
    importlib.import_module(f"mmagents.cli.{name}")
for language in LANGUAGES:
    talk = Context(turns=4, language=language, memory={"layers": ("history", "thoughts"), "l": 0})
    asyncio.run(graph.ainvoke({"scenario": "mini", "seed": 1}, context=talk))
assert threading.active_count() == 1, threading.enumerate()
