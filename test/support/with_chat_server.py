#!/usr/bin/env python3
"""Runs a shell command while a chat server listens, and exits with its status.

    with_chat_server.py [SERVER OPTION…] -- COMMAND

The command finds the service in SEEDC_LLM_URL and SEEDC_LLM_MODEL, a store of its own in XDG_CACHE_HOME, and the port in PORT.
"""
import contextlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import urllib.request

SERVER = pathlib.Path(__file__).with_name("chat_server.py")


@contextlib.contextmanager
def chat_server(*options):
    """A server while the block runs; gives its port."""
    process = subprocess.Popen([sys.executable, SERVER, *options], stdout=subprocess.PIPE, text=True)
    try:
        yield int(process.stdout.readline())
    finally:
        process.kill()
        process.wait()


def stats_of(port):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/stats") as response:
        return json.load(response)


def environment(port, cache, scheme="http"):
    """What seedc finds the server by."""
    return {
        **os.environ,
        "SEEDC_LLM_URL": f"{scheme}://127.0.0.1:{port}/v1",
        "SEEDC_LLM_MODEL": "test",
        "XDG_CACHE_HOME": str(cache),
        "PORT": str(port),
    }


def main():
    split = sys.argv.index("--")
    options, command = sys.argv[1:split], " ".join(sys.argv[split + 1 :])
    scheme = "https" if "--cert" in options else "http"
    with tempfile.TemporaryDirectory() as cache, chat_server(*options) as port:
        return subprocess.run(["bash", "-c", command], env=environment(port, cache, scheme)).returncode


if __name__ == "__main__":
    sys.exit(main())
