"""Texts for people that are also objects."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any


class Report:
    """A text for people: `print(report)`. `data` is the same as objects of JSON; a notebook shows it."""

    def __init__(self, make: Callable[[bool], str], html: str = "") -> None:
        self._make = make
        self._html = html  # the function of _html that shows `data`; without one, the text is shown
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
        from . import _html

        return _html.block(getattr(_html, self._html)(self.data) if self._html else f"<pre>{_html.escaped(self.text)}</pre>")
