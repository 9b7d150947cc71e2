"""Lists: those that come page by page, and those that come whole. Both become DataFrames."""

from __future__ import annotations

import itertools
from typing import Any, Callable, Dict, Iterator, List, Optional

Row = Dict[str, Any]


def flat(row: Any, before: str = "") -> Row:
    """The fields of a row, those of objects with their path: `task.name`. Lists stay lists."""
    if not isinstance(row, dict):
        return {before or "value": row}
    fields: Row = {}
    for name, value in row.items():
        path = "%s.%s" % (before, name) if before else name
        if isinstance(value, dict):
            fields.update(flat(value, path))
        elif name == "keys" and isinstance(value, list) and all("dimension" in key for key in value):
            # The values of dimensions: `level` and `level.key`.
            for key in value:
                dimension = key["dimension"].lower()
                fields[dimension] = key["label"]
                fields[dimension + ".key"] = key["key"]
        else:
            fields[path] = value
    return fields


def to_frame(rows: Any) -> Any:
    """A DataFrame with a column for each field, those of objects with their path.

    Raises
    ------
    ImportError
        Without pandas.
    """
    try:
        import pandas
    except ImportError as error:
        raise ImportError("to_pandas() needs pandas: pip install pandas") from error
    return pandas.DataFrame([flat(row) for row in rows])


class Rows(List[Any]):
    """A list of rows."""

    def to_pandas(self) -> Any:
        """The rows as a DataFrame, objects in columns such as `score.value`."""
        return to_frame(self)


def with_rows(found: Any) -> Any:
    """A result whose lists of objects have `to_pandas()`."""
    if isinstance(found, list):
        return Rows(found)
    if not isinstance(found, dict):
        return found
    are_rows = {name: value for name, value in found.items() if isinstance(value, list) and value and isinstance(value[0], dict)}
    return {**found, **{name: Rows(value) for name, value in are_rows.items()}}


class Pages:
    """A list that is read page by page while it is iterated over. Iterating again reads it again.

    Parameters
    ----------
    fetch : callable
        Gives a page for its size, its cursor, and whether to count all.
    page_size : int, optional
        100 without it for the first page; later pages are as large as the server allows.
    most : int, optional
        No more rows than these are read.
    """

    def __init__(
        self,
        fetch: Callable[[int, Optional[str], bool], Dict[str, Any]],
        page_size: Optional[int] = None,
        most: Optional[int] = None,
    ):
        self._fetch = fetch
        self._page_size = page_size
        self._most = most

    def pages(self) -> Iterator[Dict[str, Any]]:
        """The pages as the server gives them: `nodes`, `pageInfo`, and what else the list has."""
        cursor: Optional[str] = None
        left = self._most
        while left is None or left > 0:
            size = self._page_size or 100
            page = self._fetch(size if left is None else min(size, left), cursor, False)
            yield page
            if left is not None:
                left -= len(page["nodes"])
            cursor = page["pageInfo"]["endCursor"]
            if not page["pageInfo"]["hasNextPage"]:
                return

    def __iter__(self) -> Iterator[Any]:
        for page in self.pages():
            for node in page["nodes"]:
                yield node

    def take(self, most: int) -> "Pages":
        """The same list with no more than `most` rows."""
        return Pages(self._fetch, self._page_size, most if self._most is None else min(most, self._most))

    def first(self) -> Any:
        """The first row; None if there is none."""
        return next(iter(self.take(1)), None)

    def count(self) -> int:
        """The number of rows of the whole list, which the server counts."""
        return int(self._fetch(1, None, True)["totalCount"])

    def to_list(self) -> Rows:
        """All rows."""
        return Rows(itertools.chain(self))

    def to_pandas(self) -> Any:
        """All rows as a DataFrame, objects in columns such as `score.value`."""
        return to_frame(self)

    def __repr__(self) -> str:
        return "<omnidex.Pages; iterate over it, or call to_list() or to_pandas()>"
