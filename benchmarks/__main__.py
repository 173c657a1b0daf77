"""Run every benchmark, or the ones named: `python -m benchmarks floor overhead`.

Options go to the one benchmark named before them: `python -m benchmarks digests --out FILE`.
"""

from __future__ import annotations

import sys
from importlib import import_module
from itertools import takewhile

from mmagents.stores.urls import without_credentials

CONTESTS = ("name-on-the-bell", "one-coat", "high-water", "cup-at-the-ford")

ALL = {
    "floor": ("benchmarks.talk.floor_conditions", [[]]),
    "improv": (
        "benchmarks.talk.improv_quality",
        [[], ["--language", "ja"], ["--story", "orchid-train"]],
    ),
    "manner": ("benchmarks.talk.manner", [[], ["--language", "ja"]]),
    "cuts": ("benchmarks.talk.cut_turns", [[], ["--language", "ja"]]),
    "evenings": (
        "benchmarks.talk.evenings",
        [
            [],
            ["--stories", "halcyon-light", "--language", "ja"],
            ["--stories", *CONTESTS, "--seeds", "20"],
        ],
    ),
    "overhead": ("benchmarks.engine.overhead", [[]]),
    "conversations": ("benchmarks.engine.conversations", [[]]),
    "models": ("benchmarks.engine.models", [[]]),
    "prefix": ("benchmarks.engine.prefix", [[]]),
    "paces": ("benchmarks.engine.paces", [[]]),
    "table": ("benchmarks.engine.table_page", [[]]),
    "repair": ("benchmarks.talk.repair", [[]]),
    "memory": ("benchmarks.engine.memory_query", [[]]),
    "facts": ("benchmarks.analyst.facts", [[]]),
    "readings": ("benchmarks.analyst.readings", [[]]),
    "sureness": ("benchmarks.analyst.sureness", [[]]),
    "likeness": ("benchmarks.analyst.likeness", [[]]),
    "learned": ("benchmarks.analyst.learned", [[]]),
    "groupchat": ("benchmarks.talk.group_chat", [[]]),
}

ON_REQUEST = {
    "digests": ("benchmarks.digests", [[]]),
    "servers": ("benchmarks.engine.shared_servers", [[]]),
    "designation": ("benchmarks.detection.designation", [[]]),
    "replies": ("benchmarks.detection.replies", [[]]),
    "addressee": ("benchmarks.analyst.addressee_irc", [[]]),
    "people": ("benchmarks.people.next_speaker", [[]]),
    "corpora": ("benchmarks.people.corpora", [[]]),
    "bands": ("benchmarks.people.bands", [[]]),
    "realism": ("benchmarks.talk.realism", [[]]),
    "units": ("benchmarks.people.units", [[]]),
    "timing": ("benchmarks.people.timing", [[]]),
}
"""What compares two versions of the project, or needs a file, and so is not run with the rest."""

names = list(takewhile(lambda argument: not argument.startswith("-"), sys.argv[1:]))
options = sys.argv[1 + len(names) :]
known = ALL | ON_REQUEST
unknown = [name for name in names if name not in known]
if unknown:
    sys.exit(f"No benchmark is called {unknown[0]!r}. There is: {', '.join(known)}.")
if options and len(names) != 1:
    sys.exit("Options belong to one benchmark: name it before them.")
for name in names or ALL:
    module, calls = known[name]
    for arguments in [options] if options else calls:
        print(f"\n## {name} {without_credentials(' '.join(arguments))}\n", flush=True)
        import_module(module).main(arguments)
