"""Which servers keep an experiment's conversations, beside its folder.

servers.json  their addresses, without user name and password, and the experiment's name there
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from mmagents.lab.experiments.experiment import AN_EXPERIMENT, Experiment, ExperimentError
from mmagents.scenarios.source import read_json
from mmagents.stores.disk import friendly_disk_errors, write_whole
from mmagents.stores.ownership import marked, taken_from
from mmagents.stores.servers.addresses import THREAD, Servers, servers_of

FILE = "servers.json"


def servers_for(folder: Path, named: Servers) -> Servers:
    """Return the servers of an experiment: those named now, else those that it was begun with.

    Raises:
        MMAgentsError: if its file of servers cannot be read.
    """
    return servers_of(_read(folder), folder).but(named)


def kept_on(experiment: Experiment, servers: Servers) -> Experiment:
    """Return an experiment whose conversations are kept on servers from now on."""
    if servers == Servers():
        return experiment
    about = servers.as_meta(_read(experiment.folder).get(THREAD, ""))
    with friendly_disk_errors(experiment.folder, AN_EXPERIMENT):
        content = json.dumps(marked(about), ensure_ascii=False, indent=2) + "\n"
        write_whole(experiment.folder / FILE, content.encode())
    return replace(experiment, servers=servers, thread=about[THREAD])


def _read(folder: Path) -> dict[str, str]:
    file = folder / FILE
    if not file.is_file():
        return {}
    try:
        about = dict(read_json(file))
        taken_from(about)
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise ExperimentError(f"{file} is damaged: {error!r}. Restore it from a copy.") from error
    return about
