"""Stops `seedc snapshot` by each signal that asks for it, while it waits for a pipe in the data; nothing must be left.

    stop_while_reading.py DATA FOLDER
"""
import os
import signal
import subprocess
import sys
import time


STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


def heed_all():
    """What runs in the background may be told to ignore some."""
    for stop in STOPS:
        signal.signal(stop, signal.SIG_DFL)


def main():
    data, folder = sys.argv[1:]
    command = ["seedc", "snapshot", data, "-o", os.path.join(folder, "s")]
    for stop in STOPS:
        running = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=heed_all)
        while not os.listdir(folder) and running.poll() is None:
            time.sleep(0.01)
        running.send_signal(stop)
        try:
            running.wait(timeout=60)
        finally:
            running.kill()
        if running.returncode != -stop or os.listdir(folder):
            sys.exit(f"{stop.name}: status {running.returncode}, left {os.listdir(folder)}")


main()
