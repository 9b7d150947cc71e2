"""The client."""

from __future__ import annotations

import time
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Union

from . import errors
from ._methods import Methods
from ._operations import OPERATIONS
from ._paging import Pages, Rows
from ._repeatable import REPEATABLE, REPEATABLE_BY_KEY
from ._submission import Rows as Predictions
from ._submission import Submission, read_rows
from ._transport import Transport

SUBMIT_RETRIES = 8


class Client(Methods):
    """A client of an Omnidex server.

    Parameters
    ----------
    url : str, optional
        The server's address; by default the environment's OMNIDEX_URL.
    api_key : str, optional
        By default OMNIDEX_API_KEY. An empty text sends no key.
    timeout : float
        Seconds for one attempt of a request.
    max_retries : int, optional
        How often a request is repeated after a fault that may pass; 2 without it, and 8 for submissions.

    Examples
    --------
    >>> client = omnidex.Client("http://127.0.0.1:4000")
    >>> questions = client.questions(filter={"audioTypes": {"any": ["MUSIC"]}}).to_pandas()
    """

    def __init__(
        self,
        url: Optional[str] = None,
        api_key: Optional[str] = None,
        *,
        timeout: float = 60.0,
        max_retries: Optional[int] = None,
    ):
        self._transport = Transport(url, api_key, timeout, 2 if max_retries is None else max_retries)
        self._submit_retries = SUBMIT_RETRIES if max_retries is None else max_retries

    def graphql(self, document: str, **variables: Any) -> Any:
        """The `data` of a document's answer. A mutation is sent once, a query again after faults that may pass.

        Examples
        --------
        >>> client.graphql("query ($slug: String!) { benchmark(slug: $slug) { title } }", slug="worldsense")
        """
        return self._transport.request(document, variables, "mutation" not in document)

    def submit(
        self,
        predictions: Predictions,
        *,
        benchmark: str,
        model: Union[str, Mapping[str, Any]],
        inputs: Iterable[str],
        idempotency_key: Optional[str] = None,
        progress: Union[bool, Callable[[int, int], None]] = False,
        **fields: Any,
    ) -> Dict[str, Any]:
        """Submits a model's responses; the server reads the answers and scores them.

        The same rows with the same fields give the same run, so that a call that was interrupted may be made again: it
        goes on where it stopped.

        Parameters
        ----------
        predictions : path, iterable of dict, or dict
            A file of JSON lines or a JSON list; rows with `question` and `response` (or `error`); or responses by question.
        benchmark : str
            The benchmark's slug.
        model : str or dict
            The model's name, or its name with what else is known: `{"name": "my-model", "parameters": "7B"}`.
        inputs : iterable of str
            What the model was given besides the question: VIDEO, AUDIO, …
        idempotency_key : str, optional
            By default made of the content.
        progress : bool or callable
            True shows a bar if tqdm is installed; a function is called with the rows that are done and all rows.
        **fields
            Further fields of `SubmitRunInput` in snake_case: frames, seed, prompt, protocol, visibility, judge, …

        Returns
        -------
        dict
            The run with its `score`, and its `report`.

        Raises
        ------
        InputError
            For rows that are no predictions.
        BadUserInputError
            For rows that the server cannot accept; nothing is stored of them.
        """
        rows = read_rows(predictions)
        content = {
            "benchmark": benchmark,
            "model": {"name": model} if isinstance(model, str) else dict(model),
            "inputs": [each.upper() for each in inputs],
        }
        content.update((_camel(name), value) for name, value in fields.items() if value is not None)
        with _Bar(progress) as bar:
            return Submission(self._submitting, content, bar).submit(rows, idempotency_key)

    def validate(
        self,
        predictions: Predictions,
        *,
        benchmark: str,
        model: Union[str, Mapping[str, Any]],
        inputs: Iterable[str],
        **fields: Any,
    ) -> Dict[str, Any]:
        """The server's report on a submission of at most 10,000 rows, of which nothing is stored."""
        return self.validate_run(  # type: ignore[no-any-return]
            benchmark=benchmark,
            model={"name": model} if isinstance(model, str) else dict(model),  # type: ignore[arg-type]
            inputs=[each.upper() for each in inputs],  # type: ignore[misc]
            predictions=read_rows(predictions),  # type: ignore[arg-type]
            idempotency_key="none",
            **fields,
        )

    def compare(self, a: str, b: str, **arguments: Any) -> Dict[str, Any]:
        """Two runs on the questions that both answered: `difference`, `interval`, `pValue`, by dimension in `cells`."""
        return self.compare_runs(a, b, **arguments)  # type: ignore[return-value]

    def table(self, benchmark: str, by: List[str], **arguments: Any) -> Pages:
        """A score table: the runs of a benchmark by the values of dimensions."""
        return self.score_table(benchmark, by, **arguments)  # type: ignore[arg-type]

    def wait_for_run(self, run: str, *, interval: Optional[float] = None, timeout: Optional[float] = None) -> Dict[str, Any]:
        """Waits until nothing about a run's scores is pending, and returns the run.

        Parameters
        ----------
        run : str
            The run's id.
        interval : float, optional
            Seconds between two looks; without it, pauses that grow to ten seconds.
        timeout : float, optional
            Seconds for the whole wait.

        Raises
        ------
        NotFoundError
            If there is no such run.
        TimeoutError
            After `timeout`.
        """
        end = None if timeout is None else time.monotonic() + timeout
        pause = 0.5
        while True:
            found = self.run(run)
            if found is None:
                raise errors.NotFoundError("There is no run %r." % run)
            if found["status"] not in ("OPEN", "JUDGING") and not found["rejudging"]:
                return dict(found)
            if end is not None and time.monotonic() > end:
                raise errors.TimeoutError("Run %s is still %s after %g s." % (run, found["status"], timeout))
            time.sleep(pause if interval is None else interval)
            pause = min(10.0, pause * 2)

    def _submitting(self, operation: str, variables: Dict[str, Any]) -> Any:
        return self._call(operation, variables, self._submit_retries)

    def _call(self, operation: str, variables: Dict[str, Any], max_retries: Optional[int] = None) -> Any:
        found = self._answer(operation, variables, max_retries)
        return Rows(found) if isinstance(found, list) else found

    def _answer(self, operation: str, variables: Dict[str, Any], max_retries: Optional[int] = None) -> Any:
        kind, path, _, document = OPERATIONS[operation]
        given = {name: value for name, value in variables.items() if value is not None}
        repeatable = kind == "query" or _is_repeatable(path[0], given)
        found = self._transport.request(document, given, repeatable, max_retries)
        for depth, name in enumerate(path):
            if found is None:
                if depth == 1 and len(path) > 1:
                    raise errors.NotFoundError("There is no such %s: %r." % (path[0], next(iter(given.values()), None)))
                return None
            found = found[name]
        return found

    def _pages(self, operation: str, variables: Dict[str, Any], page_size: Optional[int]) -> Pages:
        def fetch(first: int, after: Optional[str], with_total: bool) -> Dict[str, Any]:
            asked = dict(variables, first=first, after=after, withTotal=with_total or None)
            found = self._answer(operation, asked)
            return {"nodes": [], "pageInfo": {"hasNextPage": False, "endCursor": None}} if found is None else found

        return Pages(fetch, page_size)

    def __repr__(self) -> str:
        return "Client(%r)" % self._transport.endpoint


def _is_repeatable(field: str, variables: Mapping[str, Any]) -> bool:
    given = variables.get("input")
    has_key = isinstance(given, Mapping) and isinstance(given.get("idempotencyKey"), str)
    return field in REPEATABLE or (field in REPEATABLE_BY_KEY and has_key)


def _camel(name: str) -> str:
    first, *rest = name.strip("_").split("_")
    return first + "".join(part.capitalize() for part in rest)


class _Bar:
    """Tells how far a submission is."""

    def __init__(self, progress: Union[bool, Callable[[int, int], None]]):
        self._tell = progress if callable(progress) else None
        self._wanted = progress is True
        self._bar: Any = None

    def __enter__(self) -> Callable[[int, int], None]:
        return self._show

    def _show(self, done: int, total: int) -> None:
        if self._tell is not None:
            self._tell(done, total)
        elif self._wanted:
            if self._bar is None:
                try:
                    from tqdm import tqdm
                except ImportError:
                    self._wanted = False
                    return
                self._bar = tqdm(total=total, unit="rows")
            self._bar.update(done - self._bar.n)

    def __exit__(self, *_: Any) -> None:
        if self._bar is not None:
            self._bar.close()
