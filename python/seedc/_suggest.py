"""Requests that single an item out, as objects."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple


class SuggestedCondition(NamedTuple):
    """A condition of a suggestion."""

    name: str
    kind: str
    meaning: str
    items: int
    """How many items meet it."""
    without: int | None
    """How many other items the request would let pass without it; `None` inside of an OR."""


class Suggestion(NamedTuple):
    """A request that one item meets and no other."""

    request: str
    """In the shorthand: `AND(drive_thru, no_tv)`."""
    text: str
    cost: int
    """The less, the more natural it is."""
    conditions: tuple[SuggestedCondition, ...]

    def __str__(self) -> str:
        return self.request


class Suggestions:
    """The suggestions for an item, the most natural first. Empty if there is none; then `twins` are the items, as ids, that nothing
    tells from it, the first few of them."""

    def __init__(self, item: str, found: tuple[Suggestion, ...], twins: tuple[str, ...], complete: bool) -> None:
        self.item = item
        self.found = found
        self.twins = twins
        #: Whether the search saw everything: no request is more natural.
        self.complete = complete

    def __repr__(self) -> str:
        return f"Suggestions(item={self.item!r}, found={self.found!r}, twins={self.twins!r}, complete={self.complete!r})"

    def __len__(self) -> int:
        return len(self.found)

    def __getitem__(self, number: int) -> Suggestion:
        return self.found[number]

    def __iter__(self) -> Iterator[Suggestion]:
        return iter(self.found)

    @staticmethod
    def _of(given: dict[str, Any]) -> Suggestions:
        found = tuple(
            Suggestion(each["request"], each["text"], each["cost"], tuple(SuggestedCondition(**one) for one in each["conditions"]))
            for each in given["suggestions"]
        )
        return Suggestions(given["item"], found, tuple(given["twins"]), given["complete"])
