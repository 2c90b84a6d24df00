"""Where things are."""
import os
import pathlib

import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SEEDC = os.environ.get("SEEDC", str(ROOT / "build" / "release" / "bin" / "seedc"))
CAFES = str(ROOT / "examples" / "cafes")
TOOLS = ROOT / "build" / "editors"  # what tools/dev installs


@pytest.fixture
def program(tmp_path):
    """A file with two mistakes on its second line."""
    path = tmp_path / "a.req"
    path.write_text('let quiet = item_meta(attributes.NoiseLevel, true: "quiet")\nR1: and(drive_tru, quiet)\n')
    return path
