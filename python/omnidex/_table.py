"""Tables that the server writes: breakdowns, comparisons, leaderboards and score tables."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Mapping, Sequence, Set, Tuple

from . import errors
from ._paging import Pages, Rows, to_frame
from ._transport import Transport


class Written:
    """A result that the server writes as a table, in the words of its command line and its pages."""

    _transport: Transport
    _place: str
    _asked: Mapping[str, Any]

    def _written_at(self, transport: Transport, place: str, asked: Mapping[str, Any]) -> None:
        self._transport, self._place, self._asked = transport, place, asked

    def to_latex(self) -> str:
        """The table as a LaTeX `tabular` with booktabs rules and its notes below."""
        return self._text("tex")

    def to_markdown(self) -> str:
        """The table in Markdown, with its notes below."""
        return self._text("md")

    def to_csv(self) -> str:
        """The table as CSV at full precision."""
        return self._text("csv")

    def _text(self, extension: str) -> str:
        parameters: List[Tuple[str, str]] = []
        for name, value in self._asked.items():
            if value is None:
                continue
            if name == "by":
                value = ",".join(value)
            parameters.append((name, value if isinstance(value, str) else json.dumps(value)))
        return self._transport.text("/tables/%s.%s" % (self._place, extension), parameters)


class Breakdown(Rows, Written):
    """The scores of a run by one or two dimensions."""


class Comparison(Dict[str, Any], Written):
    """A paired comparison of two runs."""


class Leaderboard(Pages, Written):
    """The entries of a leaderboard."""

    _unwritten: Sequence[str] = ()

    def _text(self, extension: str) -> str:
        if self._unwritten:
            raise errors.InputError(
                "The server's table of a leaderboard has no %s. Ask for the leaderboard without it, or use to_pandas()."
                % ", ".join(self._unwritten)
            )
        return super()._text(extension)


# The fields of a row of a table before its columns.
FIRST_FIELDS = ("model", "inputs", "run", "All")


def titles_of(columns: Sequence[Mapping[str, Any]]) -> List[str]:
    """A distinct title for each column: the labels of its keys, with the key for a label that stands for several."""
    keys_of: Dict[Tuple[int, str], Set[str]] = {}
    for column in columns:
        for dimension, key in enumerate(column["keys"]):
            keys_of.setdefault((dimension, key["label"]), set()).add(key["key"])

    def title(column: Mapping[str, Any], is_keyed: bool) -> str:
        return ", ".join(
            "%s (%s)" % (key["label"], key["key"]) if is_keyed or len(keys_of[dimension, key["label"]]) > 1 else key["label"]
            for dimension, key in enumerate(column["keys"])
        )

    titles = [title(column, False) for column in columns]
    return [title(column, True) if name in FIRST_FIELDS else name for column, name in zip(columns, titles)]


class Table(Pages, Written):
    """A score table: iterating over it gives its rows as the server has them."""

    def to_list(self) -> Rows:
        """Its rows, each with a field for each column: model, inputs, `All`, and the values of the dimensions."""
        found = Rows()
        for page in self.pages():
            names = titles_of(page["columns"])
            for row in page["nodes"]:
                run = row.get("run")
                fields: Dict[str, Any] = {
                    "model": row["model"]["name"],
                    "inputs": "+".join(each.lower() for each in row["inputs"]),
                    "run": run and run["id"],
                }
                cells = [row["overall"], *row["cells"]]
                fields.update((name, cell and cell["value"]) for name, cell in zip(["All", *names], cells))
                found.append(fields)
        return found

    def to_pandas(self) -> Any:
        """The table as a DataFrame: shares from 0 to 1, a column for each value of the dimensions."""
        return to_frame(self.to_list())
