"""Starts commands for measure.py: one JSON order per line on standard input, one JSON result on standard output.

A process's peak memory, as the kernel reports it, is never below that of the process which started it. This one is
small and stays so, whatever run.py holds: run it as `python3 -I -S`.
"""

import json
import os
import sys
import time


def launch(order):
    """Seconds of wall time and of all cores, peak memory in bytes and the exit status of one command, its output in files."""
    write = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    actions = [
        (os.POSIX_SPAWN_OPEN, 0, "/dev/null", os.O_RDONLY, 0),
        (os.POSIX_SPAWN_OPEN, 1, order["outputs"][0], write, 0o600),
        (os.POSIX_SPAWN_OPEN, 2, order["outputs"][1], write, 0o600),
    ]
    begin = time.perf_counter()
    process = os.posix_spawnp(
        order["argv"][0], order["argv"], {**os.environ, **order["environment"]}, file_actions=actions
    )
    _, status, usage = os.wait4(process, 0)
    seconds = time.perf_counter() - begin
    return {
        "seconds": seconds,
        "cpu_seconds": usage.ru_utime + usage.ru_stime,
        "peak_bytes": usage.ru_maxrss * 1024,
        "status": os.waitstatus_to_exitcode(status),
    }


for line in sys.stdin:
    print(json.dumps(launch(json.loads(line))), flush=True)
