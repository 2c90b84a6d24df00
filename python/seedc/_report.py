"""Texts for people that are also objects."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from . import _html


class Report:
    """A text for people: `print(report)`. `data` is the same as objects of JSON; a notebook shows it."""

    def __init__(self, make: Callable[[bool], str], html: Callable[[Any], str] | None = None) -> None:
        self._make = make
        self._html = html  # of `data`; without it, the text is shown
        self._text: str | None = make(False)
        self._data: Any = None

    @property
    def text(self) -> str:
        """The text."""
        return self._text or ""

    @property
    def data(self) -> Any:
        """The same as dicts and lists."""
        if self._data is None:
            self._data = json.loads(self._make(True))
        return self._data

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return _html.block(f"<pre>{_html.escaped(self.text)}</pre>" if self._html is None else self._html(self.data))
