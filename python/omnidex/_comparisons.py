"""The questions behind comparisons, page by page."""

from __future__ import annotations

from typing import Any, Callable, Dict, List, Optional

from ._paging import Pages

Call = Callable[[str, Dict[str, Any]], Any]
Select = Callable[[List[Dict[str, Any]]], Any]
EMPTY = {"nodes": [], "pageInfo": {"hasNextPage": False, "endCursor": None}, "totalCount": 0}


def nested(call: Call, operation: str, variables: Dict[str, Any], select: Select, page_size: Optional[int]) -> Pages:
    """A list inside of one of several results.

    Parameters
    ----------
    select : callable
        Finds the page among the results; None if there is none.
    """

    def fetch(first: int, after: Optional[str], with_total: bool) -> Dict[str, Any]:
        results = call(operation, {**variables, "first": first, "after": after, "withTotal": with_total or None})
        return select(results) or EMPTY

    return Pages(fetch, page_size)


class Comparisons:
    """The methods that list the questions behind a comparison."""

    def _answer(self, operation: str, variables: Dict[str, Any]) -> Any:
        raise NotImplementedError

    def uniquely_right(
        self, reference: str, runs: List[str], run: str, *, filter: Any = None, page_size: Optional[int] = None
    ) -> Pages:
        """The questions that only one of the compared runs has right, as `compare_with_reference` counts them.

        Parameters
        ----------
        reference : str
            The run that the others are compared with.
        runs : list of str
            The other runs.
        run : str
            The run that has the questions right.
        filter : QuestionFilter, optional
            The slice to compare over.

        Returns
        -------
        Pages of Question
        """
        variables = {"reference": reference, "runs": runs, "run": run, "filter": filter}
        return nested(self._answer, "UniquelyRight", variables, lambda all: all[0]["questions"] if all else None, page_size)

    def contrast(
        self, less: str, more: str, *, gained: bool = True, filter: Any = None, page_size: Optional[int] = None
    ) -> Pages:
        """The questions that a model gains or loses with more inputs, as `modality_diagnostics` counts them.

        Parameters
        ----------
        less, more : str
            Two runs of one model; the second was given more.
        gained : bool
            Whether the questions are those that only `more` has right, and not those that only `less` has right.
        filter : QuestionFilter, optional
            The slice to compare over.

        Returns
        -------
        Pages of Question
        """
        variables = {"runs": [less, more], "gained": gained, "filter": filter}
        side = "gained" if gained else "lost"
        return nested(self._answer, "Contrast", variables, lambda all: all[0][side] if all else None, page_size)

    def needing(self, runs: List[str], modality: str, *, filter: Any = None, page_size: Optional[int] = None) -> Pages:
        """The questions that a model has right only with a modality, as `modality_diagnostics` counts them.

        Parameters
        ----------
        runs : list of str
            Runs of one model with different inputs.
        modality : str
            VIDEO, AUDIO, …
        filter : QuestionFilter, optional
            The slice to compare over.

        Returns
        -------
        Pages of Question
        """

        def select(needs: List[Dict[str, Any]]) -> Any:
            return next((need["questions"] for need in needs if need["modality"] == modality.upper()), None)

        return nested(self._answer, "Needing", {"runs": runs, "filter": filter}, select, page_size)
