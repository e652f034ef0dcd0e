"""Reading what a daemon sent: nothing of it is believed before it was checked."""

from __future__ import annotations

import json
import math
from typing import Any, Callable, Dict, List, NoReturn, Optional, Tuple, TypeVar, Union

from ._errors import BadMessage

_Value = TypeVar("_Value")


class Members:
    """The members of one JSON object of the daemon's; each is checked when it is read."""

    def __init__(self, value: object, place: str) -> None:
        if not isinstance(value, dict):
            raise bad(place, "an object", value)
        self._members: Dict[str, Any] = value
        self._place = place

    def _get(self, name: str, kind: Union[type, Tuple[type, ...]], wanted: str) -> Any:
        value = self._members.get(name)
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            raise bad(f"{self._place}.{name}", wanted, value)
        return value

    def text(self, name: str) -> str:
        return str(self._get(name, str, "a string"))

    def flag(self, name: str) -> bool:
        return bool(self._get(name, bool, "true or false"))

    def whole(self, name: str) -> int:
        return int(self._get(name, int, "a whole number"))

    def number(self, name: str) -> float:
        number = float(self._get(name, (int, float), "a number"))
        if not math.isfinite(number):
            raise bad(f"{self._place}.{name}", "a finite number", number)
        return number

    def list(self, name: str) -> List[Any]:
        return list(self._get(name, list, "an array"))

    def members(self, name: str) -> Members:
        return Members(self._members.get(name), f"{self._place}.{name}")

    def names(self, name: str) -> Tuple[str, ...]:
        values = self.list(name)
        if not all(isinstance(value, str) for value in values):
            raise bad(f"{self._place}.{name}", "an array of strings", values)
        return tuple(values)

    def raw(self, name: str) -> Any:
        """The member as it came, unchecked; None where it is absent."""
        return self._members.get(name)

    def has(self, name: str) -> bool:
        return self._members.get(name) is not None

    def maybe(self, name: str, read: Callable[[str], _Value]) -> Optional[_Value]:
        """The member by one of the above; None where it is absent or null."""
        return read(name) if self.has(name) else None


def bad(place: str, wanted: str, got: object) -> BadMessage:
    return BadMessage("badMessage", f"the daemon sent {place} as {repr(got)[:80]}; it must be {wanted}")


def decode(line: bytes) -> Members:
    def whole(text: str) -> int:
        if len(text) > 20:
            raise ValueError("a number of over 20 digits")
        return int(text)

    def constant(text: str) -> NoReturn:
        raise ValueError(f"{text} is no JSON")

    try:
        value = json.loads(line.decode("utf-8"), parse_int=whole, parse_constant=constant)
    except (ValueError, RecursionError) as error:
        raise BadMessage(
            "badMessage", f"the daemon sent a line that is no JSON: {error}; it is {line[:80]!r}"
        ) from None
    return Members(value, "message")
