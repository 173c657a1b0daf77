"""Run every benchmark, or the ones named: `python -m benchmarks floor overhead`.

Options go to the one benchmark named before them: `python -m benchmarks digests --out FILE`.
"""

from __future__ import annotations

import sys
from importlib import import_module
from itertools import takewhile

from mmagents.stores.credentials import without_credentials

CONTESTS = ("name-on-the-bell", "one-coat", "high-water", "cup-at-the-ford")

ALL = {
    "floor": ("benchmarks.floor_conditions", [[]]),
    "improv": (
        "benchmarks.improv_quality",
        [[], ["--language", "ja"], ["--story", "orchid-train"]],
    ),
    "evenings": (
        "benchmarks.evenings",
        [
            [],
            ["--stories", "halcyon-light", "--language", "ja"],
            ["--stories", *CONTESTS, "--seeds", "20"],
        ],
    ),
    "overhead": ("benchmarks.overhead", [[]]),
    "conversations": ("benchmarks.conversations", [[]]),
    "models": ("benchmarks.models", [[]]),
    "prefix": ("benchmarks.prefix", [[]]),
    "paces": ("benchmarks.paces", [[]]),
    "table": ("benchmarks.table_page", [[]]),
    "repair": ("benchmarks.repair", [[]]),
    "memory": ("benchmarks.memory_query", [[]]),
    "facts": ("benchmarks.facts", [[]]),
    "readings": ("benchmarks.analyst.readings", [[]]),
    "sureness": ("benchmarks.analyst.sureness", [[]]),
    "likeness": ("benchmarks.likeness", [[]]),
    "groupchat": ("benchmarks.group_chat", [[]]),
}

ON_REQUEST = {
    "digests": ("benchmarks.digests", [[]]),
    "servers": ("benchmarks.shared_servers", [[]]),
    "addressee": ("benchmarks.analyst.addressee_irc", [[]]),
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
