"""The command `seedc` of the package."""

import os
import sys


def main() -> None:
    """Becomes the command, which comes with its own libraries."""
    command = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "seedc")
    os.execv(command, ["seedc", *sys.argv[1:]])
