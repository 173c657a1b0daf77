"""Run every benchmark, or the ones named: `python -m benchmarks floor overhead`."""

from __future__ import annotations

import sys
from importlib import import_module

CONTESTS = ("name-on-the-bell", "one-coat", "high-water", "cup-at-the-ford")

ALL = {
    "floor": ("benchmarks.floor_conditions", [[]]),
    "improv": (
        "benchmarks.improv_quality",
        [["halcyon-light", "en"], ["halcyon-light", "ja"], ["orchid-train", "en"]],
    ),
    "evenings": (
        "benchmarks.evenings",
        [[], ["halcyon-light", "--language", "ja"], [*CONTESTS, "--seeds", "20"]],
    ),
    "overhead": ("benchmarks.overhead", [[]]),
    "models": ("benchmarks.models", [[]]),
    "table": ("benchmarks.table_page", [[]]),
    "repair": ("benchmarks.repair", [[]]),
    "memory": ("benchmarks.memory_query", [[]]),
}

wanted = sys.argv[1:] or list(ALL)
unknown = [name for name in wanted if name not in ALL]
if unknown:
    sys.exit(f"No benchmark is called {unknown[0]!r}. There is: {', '.join(ALL)}.")
for name in wanted:
    module, calls = ALL[name]
    for arguments in calls:
        print(f"\n## {name} {' '.join(arguments)}\n", flush=True)
        import_module(module).main(arguments)
