"""An experiment on a Ray of two nodes; one worker is killed in the middle of a conversation.

    python two_nodes.py EXPERIMENT PLAIN DATABASE CHROMA FOLDER

PLAIN is an experiment that is played before, without servers. Each node has a folder of its own
below FOLDER for what it writes. Prints what was seen, as JSON.
"""

import json
import os
import signal
import sys
import threading
import time
from pathlib import Path
from typing import Any

import psycopg
import ray
from ray.cluster_utils import Cluster

from mmagents.lab.experiments.engines import engine_for
from mmagents.lab.experiments.experiment import keep_on_servers, open_experiment, run
from mmagents.stores.servers.addresses import servers_given
from mmagents.stores.servers.postgres import _HOLDER

UNDER_WAY = b"""
SELECT thread_id, count(*) FROM checkpoints GROUP BY 1
"""


def watch(database: str, seen: dict[str, Any]) -> None:
    """Note on which nodes is played, and kill the first worker that is half through."""
    nodes: set[str] = set()
    with psycopg.connect(database, autocommit=True) as connection:
        while not seen["over"]:
            time.sleep(0.02)
            if connection.execute(b"SELECT to_regclass('checkpoint_blobs')").fetchone() == (None,):
                continue
            for thread, steps in connection.execute(UNDER_WAY).fetchall():
                holder = connection.execute(_HOLDER.encode(), (thread,)).fetchone()
                if holder is None:
                    continue
                worker = int(holder[0].split()[1])
                environment = Path(f"/proc/{worker}/environ").read_bytes().split(b"\0")
                nodes |= {one.decode() for one in environment if one.startswith(b"TMPDIR=")}
                if "killed" not in seen and 10 <= steps <= 40:
                    os.kill(worker, signal.SIGKILL)
                    seen["killed"] = {"thread": thread, "steps": steps}
                seen["nodes"] = sorted(nodes)


def main(folder: str, plain: str, database: str, chroma: str, place: str) -> None:
    experiment = keep_on_servers(open_experiment(Path(folder)), servers_given(database, chroma))
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0})
    for name in ("one", "two"):
        (Path(place) / name).mkdir()
        cluster.add_node(num_cpus=1, env_vars={"TMPDIR": str(Path(place) / name)})
    ray.init(address=cluster.address, log_to_driver=False)
    seen: dict[str, Any] = {"over": False}
    seen["plain"] = len(run(open_experiment(Path(plain)), engine_for("ray", 2), workers=2))
    watcher = threading.Thread(target=watch, args=(database, seen))
    watcher.start()
    try:
        outcomes = run(experiment, engine_for("ray", 2), workers=2)
    finally:
        seen["over"] = True
        watcher.join()
        ray.shutdown()
        cluster.shutdown()
    seen["ended"] = {one.id: one.error or one.over for one in outcomes}
    sys.stdout.write(json.dumps(seen))


if __name__ == "__main__":
    main(*sys.argv[1:])
