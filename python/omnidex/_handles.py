"""Objects that stand for a run or a benchmark, so that its id is passed once."""

from __future__ import annotations

import functools
import inspect
from typing import Any, Dict, List, Mapping, Union

Reference = Union[str, Mapping[str, Any]]


class Handle:
    """The client's methods that read one object, without their first argument. Making a handle sends no request."""

    _first = ""
    _name = ""

    def __init__(self, client: Any, reference: Reference):
        self._client = client
        self._value = reference if isinstance(reference, str) else str(reference[self._name])

    def get(self) -> Any:
        """The object itself; None if it does not exist, or the API key may not see it."""
        return getattr(self._client, self._first)(self._value)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_") or name not in self._methods():
            raise AttributeError("%s has no method %r" % (type(self).__name__, name))
        return functools.partial(getattr(self._client, name), self._value)

    def _methods(self) -> List[str]:
        found: Dict[str, Any] = dict(inspect.getmembers(type(self._client), inspect.isfunction))
        return [name for name, method in found.items() if not name.startswith("_") and self._takes(method)]

    def _takes(self, method: Any) -> bool:
        return list(inspect.signature(method).parameters)[1:2] == [self._first]

    def __dir__(self) -> List[str]:
        return sorted({"get", *self._methods()})

    def __repr__(self) -> str:
        return "<%s %s>" % (type(self).__name__, self._value)


class RunHandle(Handle):
    """A run: `client.for_run("run_1").breakdown(["LEVEL"])`."""

    _first = "run"
    _name = "id"

    @property
    def id(self) -> str:
        return self._value

    def compare(self, other: Reference, **arguments: Any) -> Any:
        """A paired comparison with another run. Positive differences favour this run."""
        return self._client.compare(self._value, other if isinstance(other, str) else other["id"], **arguments)


class BenchmarkHandle(Handle):
    """A benchmark: `client.for_benchmark("worldsense").leaderboard()`."""

    _first = "benchmark"
    _name = "slug"

    @property
    def slug(self) -> str:
        return self._value
