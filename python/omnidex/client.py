"""The client."""

from __future__ import annotations

import difflib
import inspect
import os
import re
import time
import urllib.parse
from typing import Any, Callable, Dict, Iterable, List, Mapping, Optional, Tuple, Union

from . import errors
from ._comparisons import Comparisons
from ._handles import BenchmarkHandle, Reference, RunHandle
from ._methods import Methods
from ._operations import OPERATIONS
from ._paging import Pages, with_rows
from ._progress import Bar
from ._reading import Form, Path, Paths, ReadRun, is_own, one_of, runs_of, stated_fields
from ._repeatable import REPEATABLE, REPEATABLE_BY_KEY
from ._submission import Rows as Predictions
from ._submission import Prediction, Submission, merged_reports, pieces, read_rows
from ._table import Breakdown, Comparison, Leaderboard, Table
from ._transport import Transport

SUBMIT_RETRIES = 8


class Client(Comparisons, Methods):
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

    @property
    def last_response(self) -> Optional[Dict[str, Any]]:
        """What the latest answer said of itself: `status`, `requestId`, `cost` and `rateLimits`; None before the first one."""
        return self._transport.last_response

    def list(self, document: str, *path: str, page_size: Optional[int] = None, **variables: Any) -> Pages:
        """A list that is read with a document of your own.

        Parameters
        ----------
        document : str
            It declares `$first` and `$after`, and has `nodes` and `pageInfo { hasNextPage endCursor }`; for `count()`, also
            `totalCount`.
        *path : str
            The fields that lead to the list.
        **variables
            The other variables.

        Examples
        --------
        >>> document = "query ($first: Int, $after: String) { questions(first: $first, after: $after) { nodes { key } pageInfo { hasNextPage endCursor } } }"
        >>> keys = client.list(document, "questions").to_pandas()
        """

        def fetch(first: int, after: Optional[str], _: bool) -> Dict[str, Any]:
            found = self.graphql(document, first=first, after=after, **variables)
            for name in path:
                found = found and found[name]
            if found is None:
                raise errors.NotFoundError("The object that holds this list does not exist, or is not visible.")
            return dict(found)

        return Pages(fetch, page_size)

    def for_run(self, run: Reference) -> RunHandle:
        """The methods that read one run, by its id or any dict that has it. It sends no request."""
        return RunHandle(self, run)

    def for_benchmark(self, benchmark: Reference) -> BenchmarkHandle:
        """The methods that read one benchmark, by its slug or any dict that has it. It sends no request."""
        return BenchmarkHandle(self, benchmark)

    def submit(
        self,
        predictions: Union[Predictions, Paths],
        *,
        benchmark: str,
        model: Union[None, str, Mapping[str, Any]] = None,
        inputs: Union[None, str, Iterable[str]] = None,
        idempotency_key: Optional[str] = None,
        progress: Union[bool, Callable[[int, int], None]] = False,
        part: Optional[str] = None,
        format: Optional[str] = None,
        epoch: Optional[int] = None,
        recipe: Optional[Path] = None,
        allow_partial: bool = False,
        **fields: Any,
    ) -> Dict[str, Any]:
        """Submits a model's responses; the server reads the answers and scores them.

        The same rows with the same fields give the same run, so that a call that was interrupted may be made again: it
        goes on where it stopped.

        Parameters
        ----------
        predictions : path, list of paths, iterable of dict, or dict
            The result files of a run in any format that the server reads (lmms-eval, VLMEvalKit, Inspect, benchmarks' own
            scripts, JSON lines); rows with `question` and `response` (or `error`); or responses by question.
        benchmark : str
            The benchmark's slug.
        model : str or dict, optional
            The model's name, or its name with what else is known: `{"name": "my-model", "parameters": "7B"}`. By default what
            the file states.
        inputs : str or iterable of str, optional
            What the model was given besides the question: VIDEO, AUDIO, … By default what the file states.
        idempotency_key : str, optional
            By default made of the content.
        progress : bool or callable
            True shows a bar if tqdm is installed; a function is called with the rows that are done and all rows.
        part, format, epoch, recipe, allow_partial
            How a file is read: see `read`. `part` chooses one of several runs in it.
        **fields
            Further fields of `SubmitRunInput` in snake_case: frames, seed, prompt, protocol, visibility, judge, …

        Returns
        -------
        dict
            The run with its `score`, and its `report`. If rows, or JSON lines of Omnidex's own, also answer questions of the
            benchmark's open part, `openPart` is the run on it: a second one, with the same fields.

        Raises
        ------
        InputError
            For rows that are no predictions, for a file that does not state the model or the inputs, and for one idempotency
            key for two runs.
        BadUserInputError
            For files that cannot be read, and rows that the server cannot accept; nothing is stored of them.
        """
        how = {"part": part, "format": format, "epoch": epoch, "recipe": recipe, "allow_partial": allow_partial}
        rows, content = self._content(predictions, benchmark, model, inputs, fields, how)
        with Bar(progress) as bar:
            try:
                run = Submission(self._submitting, content, bar).submit(rows, idempotency_key)
            except errors.BadUserInputError:
                open_part = self._open_part(benchmark)
                keys = {each["key"] for each in self.questions(filter={"benchmarks": [open_part]})} if open_part else set()
                parts = [[row for row in rows if (row["question"] in keys) is is_open] for is_open in (False, True)]
                if not all(parts):
                    raise
                if idempotency_key is not None:
                    message = "The rows are two runs, on %r and on %r. One idempotency key cannot be that of both."
                    raise errors.InputError(message % (benchmark, open_part)) from None
                # The run on the benchmark may cost a quota, so it is sent once nothing else can be refused.
                if self._report(parts[0], content)["errorCount"] > 0:
                    Submission(self._submitting, content, bar).submit(parts[0], None)  # raises their errors
                opened = Submission(self._submitting, {**content, "benchmark": open_part}, bar).submit(parts[1], None)
                run = Submission(self._submitting, content, bar).submit(parts[0], None)
                run["openPart"] = opened
        return with_rows(run)  # type: ignore[no-any-return]

    def _open_part(self, benchmark: str) -> Optional[str]:
        """The open part of a benchmark that hides its other answers; None if it has none."""
        slug = benchmark + "-open"
        access = {each["slug"]: each["release"] and each["release"]["answerAccess"] for each in self.benchmarks()}
        return slug if (access.get(benchmark), access.get(slug)) == ("HIDDEN", "VISIBLE") else None

    def validate(
        self,
        predictions: Union[Predictions, Paths],
        *,
        benchmark: str,
        model: Union[None, str, Mapping[str, Any]] = None,
        inputs: Union[None, str, Iterable[str]] = None,
        part: Optional[str] = None,
        format: Optional[str] = None,
        epoch: Optional[int] = None,
        recipe: Optional[Path] = None,
        allow_partial: bool = False,
        **fields: Any,
    ) -> Dict[str, Any]:
        """The server's report on a submission, of which nothing is stored. The parameters are those of `submit`.

        Returns
        -------
        dict
            `errorCount`, `warningCount`, `covered`, `scorable`, `inputIssues`, and `issues`, each with its `row` from 0.
        """
        how = {"part": part, "format": format, "epoch": epoch, "recipe": recipe, "allow_partial": allow_partial}
        rows, content = self._content(predictions, benchmark, model, inputs, fields, how)
        return with_rows(self._report(rows, content))  # type: ignore[no-any-return]

    def _report(self, rows: List[Prediction], content: Mapping[str, Any]) -> Dict[str, Any]:
        reports = [
            (first, piece, self._answer("ValidateRun", {"input": {**content, "predictions": piece}}))
            for first, piece in pieces(rows)
        ]
        return merged_reports(reports)

    def read(
        self,
        files: Paths,
        *,
        benchmark: str,
        format: Optional[str] = None,
        epoch: Optional[int] = None,
        recipe: Optional[Path] = None,
        allow_partial: bool = False,
    ) -> List[ReadRun]:
        """What the server reads in the result files of a run, joined to the benchmark's questions. Nothing is stored.

        Parameters
        ----------
        files : path or list of paths
            The files of one run: one, or several if the harness writes one for each task or process. lmms-eval's summary beside
            its samples names the model.
        benchmark : str
            The benchmark's slug.
        format : str, optional
            lmms-eval, vlmevalkit, inspect, …; detected without it.
        epoch : int, optional
            Which repetition of the questions, from 1; each is a run without it.
        recipe : path, optional
            A recipe that says how the files are read.
        allow_partial : bool
            Whether to read the rows that can be used, even if others cannot.

        Returns
        -------
        list of ReadRun
            One, or one for each column or repetition in the files.

        Raises
        ------
        BadUserInputError
            For files that cannot be read, or rows that cannot be used; `problems` lists these rows.
        """
        paths = [files] if isinstance(files, (str, os.PathLike)) else [*files]
        asked = {"format": format, "epoch": epoch, "allowPartial": "true" if allow_partial else None}
        parameters = {name: value for name, value in asked.items() if value is not None}
        form = Form([*paths, *([] if recipe is None else [recipe])])
        place = "/read/" + urllib.parse.quote(benchmark, safe="")
        return self._transport.upload(place, parameters, form, runs_of, self._submit_retries)  # type: ignore[no-any-return]

    def _content(
        self,
        predictions: Union[Predictions, Paths],
        benchmark: str,
        model: Union[None, str, Mapping[str, Any]],
        inputs: Union[None, str, Iterable[str]],
        fields: Mapping[str, Any],
        how: Mapping[str, Any],
    ) -> Tuple[List[Dict[str, str]], Dict[str, Any]]:
        """The rows and the fields of a submission."""
        content: Dict[str, Any] = {
            "benchmark": benchmark,
            "model": {"name": model} if isinstance(model, str) else model and dict(model),
            "inputs": None if inputs is None else _names(inputs),
            **{_field(name): value for name, value in fields.items() if value is not None},
        }
        if isinstance(predictions, (list, tuple)) and predictions and all(_is_path(each) for each in predictions):
            paths: List[Path] = [*predictions]  # type: ignore[list-item]
        else:
            paths = [predictions] if _is_path(predictions) else []  # type: ignore[list-item]
        is_read_here = how["format"] is None and how["recipe"] is None and how["part"] is None
        if not paths or (len(paths) == 1 and is_read_here and is_own(paths[0])):
            rows = read_rows(paths[0] if paths else predictions)  # type: ignore[arg-type]
            return rows, stated_fields(ReadRun("", None, {}, {}, None, with_rows([])), content)
        options = {name: value for name, value in how.items() if name != "part"}
        run = one_of(self.read(paths, benchmark=benchmark, **options), how["part"])
        return [*run.rows], stated_fields(run, content)

    def predictions(
        self,
        run: str,
        *,
        outcome: Union[None, str, Iterable[str]] = None,
        filter: Any = None,
        page_size: Optional[int] = None,
    ) -> Pages:
        """The predictions of a run, in the order of the questions, each with question, response and outcome.

        Parameters
        ----------
        run : str
            The run's id.
        outcome : str or list of str, optional
            Only predictions with this outcome: WRONG, CORRECT, UNPARSED, ERRORED, PARTIAL, …
        filter : PredictionFilter, optional
            Further conditions: `{"questions": {"levels": ["REASONING"]}}`.

        Returns
        -------
        Pages of Prediction
        """
        outcomes = [outcome] if isinstance(outcome, str) else outcome and [*outcome]
        asked = {**(filter or {}), **({"outcomes": [each.upper() for each in outcomes]} if outcomes else {})}
        return self._pages("Predictions", {"run": run, "filter": asked or None}, page_size)

    def breakdown(self, run: str, by: Union[str, List[str]], *, filter: Optional[Any] = None) -> Breakdown:  # type: ignore[override]
        """The scores of a run for each value of one dimension, or each pair of values of two.

        Parameters
        ----------
        run : str
            The run's id, `latest`, or the name of a model that has one run.
        by : str or list of str
            LEVEL, TASK, AUDIO_TYPE, …
        filter : dict, optional
            The slice to divide; the default is the whole release.

        Returns
        -------
        Breakdown
            Its cells; `to_pandas()` has a row for each, `to_latex()` is ready for a paper.
        """
        by = _names(by)
        run = self._run_id(run)
        found = Breakdown(super().breakdown(run, by, filter=filter) or [])  # type: ignore[arg-type]
        found._written_at(self._transport, "breakdown", {"run": run, "by": by, "filter": filter})
        return found

    def leaderboard(self, benchmark: str, **arguments: Any) -> Leaderboard:  # type: ignore[override]
        """The runs of a benchmark and the figures of its paper, the best first.

        Parameters
        ----------
        benchmark : str
            The benchmark's slug.
        **arguments
            filter (a slice), runs (which runs), published, partial, order_by, board, with_ability, with_references, page_size.

        Returns
        -------
        Leaderboard
            Its entries, page by page; `to_latex()` has the first 1,000.
        """
        pages = super().leaderboard(benchmark, **arguments)
        found = Leaderboard(pages._fetch, pages._page_size)
        found._written_at(self._transport, "leaderboard", {"benchmark": benchmark, **_written(arguments)})
        unwritten = ("board", "order_by", "with_ability", "with_references")
        found._unwritten = [name for name in unwritten if arguments.get(name)]
        return found

    def compare(self, a: str, b: str, *, filter: Optional[Any] = None, by: Union[None, str, List[str]] = None) -> Comparison:
        """A paired comparison of two runs on the questions of their release.

        Parameters
        ----------
        a, b : str
            The runs' ids; also `latest`, or the name of a model that has one run. Positive differences favour the first.
        filter : dict, optional
            The slice to compare over.
        by : str or list of str, optional
            Dimensions, for `cells`.

        Returns
        -------
        Comparison
            `difference`, and `adjustedInterval` and `adjustedPValue`, which are corrected for `tests`; `n`,
            `minimumDetectableDifference`; by dimension in `cells`. `to_latex()` is ready for a paper.
        """
        by = None if by is None else _names(by)
        a, b = self._run_id(a), self._run_id(b)
        found = Comparison(self.compare_runs(a, b, filter=filter, by=by))  # type: ignore[arg-type]
        found._written_at(self._transport, "comparison", {"a": a, "b": b, "filter": filter, "by": by})
        return found

    def table(self, benchmark: str, by: Union[str, List[str]], **arguments: Any) -> Table:
        """A score table: the runs of a benchmark by the values of one or two dimensions.

        Parameters
        ----------
        benchmark : str
            The benchmark's slug.
        by : str or list of str
            LEVEL, TASK, AUDIO_TYPE, …
        **arguments
            Those of `score_table`: filter, runs, published, partial.

        Returns
        -------
        Table
            Its rows; `to_pandas()` has a column for each value, `to_latex()` is ready for a paper.
        """
        by = _names(by)
        pages = self.score_table(benchmark, by, **arguments)  # type: ignore[arg-type]
        found = Table(pages._fetch, pages._page_size)
        found._written_at(self._transport, "scores", {"benchmark": benchmark, "by": by, **_written(arguments)})
        return found

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

    def _run_id(self, reference: str) -> str:
        """The id of the run that a name means: its id, `latest`, or a model that has one run. An id sends no request."""
        if re.match(r"run_\d+$", reference):
            return reference
        filter: Dict[str, Any] = {}
        if reference != "latest":
            names = (reference, reference.lower())
            slug = next((each["slug"] for each in self.models() if each["slug"] in names or each["name"].lower() == names[1]), None)
            if slug is None:
                raise errors.NotFoundError("There is no run or model %r. Pass a run's id: client.runs() lists them." % reference)
            filter["models"] = [slug]
        runs = [each["id"] for each in self.runs(filter=filter).take(1 if reference == "latest" else 20)]
        if not runs:
            raise errors.NotFoundError("%r has no run that you may see. client.runs() lists the runs." % reference)
        if len(runs) > 1:
            raise errors.InputError("The model %r has several runs. Pass the id of one: %s." % (reference, ", ".join(runs)))
        return str(runs[0])

    def _submitting(self, operation: str, variables: Dict[str, Any]) -> Any:
        return self._call(operation, variables, self._submit_retries)

    def _call(self, operation: str, variables: Dict[str, Any], max_retries: Optional[int] = None) -> Any:
        return with_rows(self._answer(operation, variables, max_retries))

    def _answer(self, operation: str, variables: Dict[str, Any], max_retries: Optional[int] = None) -> Any:
        found_at = OPERATIONS[operation]
        path = found_at.path
        given = {name: value for name, value in variables.items() if value is not None}
        repeatable = found_at.kind == "query" or _is_repeatable(path[0], given)
        found = self._transport.request(found_at.document, given, repeatable, max_retries)
        for depth, name in enumerate(path):
            if found is None:
                if depth == 1 and len(path) > 1:
                    advice = " Pass a run's id: client.runs() lists them." if path[0] == "run" else ""
                    raise errors.NotFoundError(
                        "There is no such %s: %r.%s" % (path[0], next(iter(given.values()), None), advice)
                    )
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


def _is_path(value: Any) -> bool:
    return isinstance(value, (str, os.PathLike))


def _camel(name: str) -> str:
    first, *rest = name.strip("_").split("_")
    return first + "".join(part.capitalize() for part in rest)


def _names(values: Union[str, Iterable[str]]) -> List[str]:
    """Names of a list in upper case. A text has them with commas or plus signs between: `video,audio`."""
    texts = re.split(r"[,+]", values) if isinstance(values, str) else values
    return [each.strip().upper() for each in texts if each.strip()]


# The fields of a run are those of an open one.
FIELDS = [name for name in inspect.signature(Methods.create_run).parameters if name != "self"]


def _field(name: str) -> str:
    """The name of a run's field in the API.

    Raises
    ------
    InputError
        If a run has no such field.
    """
    known = {_camel(each): each for each in FIELDS}
    field = name if name in known else _camel(name)
    if field in known:
        return field
    near = difflib.get_close_matches(name, FIELDS, 1, 0)
    raise errors.InputError("A run has no field %r. Did you mean %r? The fields are %s." % (name, near[0], ", ".join(FIELDS)))


def _written(arguments: Mapping[str, Any]) -> Dict[str, Any]:
    """The arguments of a list that its text has, too."""
    return {name: arguments.get(name) for name in ("filter", "runs", "published", "partial")}
