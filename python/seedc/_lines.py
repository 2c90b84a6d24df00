"""Lines of JSON, as the library writes them."""

from __future__ import annotations

import json
from typing import Any


def json_lines(text: str) -> list[Any]:
    """What they hold. Lines end with a line feed alone: within strings others that Python splits at are as they are."""
    return [json.loads(line) for line in text.split("\n") if line]
