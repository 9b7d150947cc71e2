"""Score tables."""

from __future__ import annotations

import json
from typing import Any, Dict, List, Mapping, Tuple

from ._paging import Pages, Rows, to_frame
from ._transport import Transport


class Table(Pages):
    """A score table: iterating over it gives its rows as the server has them."""

    def __init__(self, transport: Transport, rows: Pages, asked: Mapping[str, Any]):
        super().__init__(rows._fetch, rows._page_size)
        self._transport = transport
        self._asked = asked

    def to_list(self) -> Rows:
        """Its rows, each with a field for each column: model, inputs, `All`, and the values of the dimensions."""
        found = Rows()
        for page in self.pages():
            names = [", ".join(key["label"] for key in column["keys"]) for column in page["columns"]]
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

    def to_latex(self) -> str:
        """The table as a LaTeX `tabular` with booktabs rules: the text that the server writes everywhere."""
        return self._text("tex")

    def to_markdown(self) -> str:
        """The table in Markdown."""
        return self._text("md")

    def to_csv(self) -> str:
        """The table as CSV at full precision."""
        return self._text("csv")

    def _text(self, extension: str) -> str:
        asked = dict(self._asked)
        parameters: List[Tuple[str, str]] = [("by", each) for each in asked.pop("by")]
        place = "/export/tables/%s.%s" % (asked.pop("benchmark"), extension)
        for name, value in asked.items():
            if value is not None and name != "page_size":
                parameters.append((name, value if isinstance(value, str) else json.dumps(value)))
        return self._transport.text(place, parameters)
