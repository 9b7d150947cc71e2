"""Submitting a run of any size, which may be interrupted and sent again."""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import struct
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, Optional, Tuple, Union

from . import errors

Prediction = Dict[str, str]
Rows = Union[str, "os.PathLike[str]", Iterable[Mapping[str, Any]]]

OUTPUTS = ("response", "error", "confirmation")
MOST_ROWS, MOST_TEXT = 2_000, 1_000_000
LONGEST_TEXT = 1_000_000
MOST_PROBLEMS = 1_000


def read_rows(rows: Rows) -> List[Prediction]:
    """The predictions out of a file or a list.

    Parameters
    ----------
    rows : path, or iterable of dict
        A file with JSON lines or a JSON list, also packed with gzip; or the rows themselves: `question`, and `response`
        or `error`. A mapping of questions to responses will do, too.

    Raises
    ------
    InputError
        With all problems, each with its row.
    """
    places: Callable[[int], str]
    if isinstance(rows, (str, os.PathLike)):
        values, places = _of_file(rows)
    elif isinstance(rows, Mapping):
        values = [{"question": key, "response": value} for key, value in rows.items()]
        places = lambda index: "predictions[%d]" % index  # noqa: E731
    else:
        values = list(rows)
        places = lambda index: "predictions[%d]" % index  # noqa: E731
    problems: List[str] = []
    predictions: List[Prediction] = []
    first_of: Dict[str, int] = {}
    for index, value in enumerate(values):
        found = _problems(value, places(index))
        if not found:
            first = first_of.setdefault(value["question"], index)
            if first != index:
                found = ["%s: question %r is answered already: %s." % (places(index), value["question"], places(first))]
        problems.extend(found)
        if len(problems) >= MOST_PROBLEMS:
            break
        if not found:
            predictions.append({name: text for name, text in value.items() if text is not None})
    if problems:
        more = "" if len(problems) == 1 else " And %d more; `problems` of this error lists them." % (len(problems) - 1)
        raise errors.InputError(problems[0] + more, problems)
    return predictions


def _of_file(path: Union[str, "os.PathLike[str]"]) -> Tuple[List[Any], Callable[[int], str]]:
    name = os.path.basename(os.fspath(path))
    with open(path, "rb") as file:
        packed = file.read(2) == b"\x1f\x8b"
    with (gzip.open(path, "rt", encoding="utf-8") if packed else open(path, encoding="utf-8")) as text:
        start = text.read(4096).lstrip("\ufeff \t\r\n")
        text.seek(0)
        if start.startswith("["):
            try:
                return json.load(text), lambda index: "%s: $[%d]" % (name, index)
            except ValueError as error:
                raise errors.InputError("%s: %s" % (name, error)) from error
        values: List[Any] = []
        lines: List[int] = []
        problems: List[str] = []
        for number, line in enumerate(text, 1):
            if not line.strip():
                continue
            lines.append(number)
            try:
                values.append(json.loads(line))
            except ValueError as error:
                problems.append("%s: line %d: %s" % (name, number, error))
        if problems:
            raise errors.InputError(problems[0], problems[:MOST_PROBLEMS])
        return values, lambda index: "%s: line %d" % (name, lines[index])


def _problems(value: Any, place: str) -> List[str]:
    if not isinstance(value, Mapping):
        return ["%s must be an object with a 'question'; it is %s." % (place, type(value).__name__)]
    found = []
    if not isinstance(value.get("question"), str):
        found.append("%s: 'question' must be the question's key, a string." % place)
    for name, text in value.items():
        if name == "question":
            continue
        if name not in OUTPUTS:
            found.append(
                "%s has a field '%s', but a prediction has only question, %s." % (place, str(name)[:100], ", ".join(OUTPUTS))
            )
        elif text is not None and not isinstance(text, str):
            found.append("%s: '%s' must be a string; it is %s." % (place, name, type(text).__name__))
        elif text is not None and (len(text) > LONGEST_TEXT or "\0" in text):
            found.append("%s: '%s' is longer than %d characters, or has a NUL character." % (place, name, LONGEST_TEXT))
    if not found and value.get("response") is None and value.get("error") is None:
        found.append(
            "%s has neither 'response' nor 'error'. Write \"\" as the 'response' if the model returned nothing." % place
        )
    return found


def lengths_first(texts: Iterable[Optional[str]]) -> bytes:
    """Each text as its length in bytes, a colon and its bytes, or as `-` if it is absent."""
    parts = []
    for text in texts:
        if text is None:
            parts.append(b"-")
        else:
            encoded = text.encode("utf-8", "surrogatepass")
            parts.append(b"%d:" % len(encoded) + encoded)
    return b"".join(parts)


def digest_of(prediction: Prediction) -> str:
    """The `Prediction.digest` that the server computes."""
    return hashlib.sha256(lengths_first(prediction.get(name) for name in OUTPUTS)).hexdigest()


def key_of(content: Dict[str, Any], predictions: List[Prediction]) -> str:
    """A key made of the content, the same as that of the TypeScript SDK: the same rows in any order give the same run."""
    words = [0] * 8
    for row in predictions:
        digest = hashlib.sha256(lengths_first(row.get(name) for name in ("question",) + OUTPUTS)).digest()
        carry = 0
        for index, word in enumerate(struct.unpack(">8I", digest)):
            total = words[index] + word + carry
            words[index] = total & 0xFFFFFFFF
            carry = total >> 32
    said = {name: value for name, value in content.items() if value is not None and value is not False}
    if said.get("visibility") == "PRIVATE":
        del said["visibility"]
    said["model"] = {name: value for name, value in content["model"].items() if value is not None and value is not False}
    said["predictions"] = {"rows": len(predictions), "sum": words}
    text = json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return "sha256:" + hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def pieces(predictions: List[Prediction]) -> Iterator[Tuple[int, List[Prediction]]]:
    """Pieces that fit in one call, each with the index of its first row."""
    start, length = 0, 0
    for index, row in enumerate(predictions):
        added = sum(len(text) for text in row.values())
        if index > start and (index - start >= MOST_ROWS or length + added > MOST_TEXT):
            yield start, predictions[start:index]
            start, length = index, 0
        length += added
    yield start, predictions[start:]


def merged_reports(reports: List[Tuple[int, Dict[str, Any]]]) -> Dict[str, Any]:
    """The report on a whole submission, from those on its pieces, each with the index of its first row."""
    _, last = reports[-1]
    whole = dict(last)
    for count in ("errorCount", "warningCount", "covered", "rows"):
        if count in last:
            whole[count] = sum(report[count] for _, report in reports)
    whole["issues"] = [dict(issue, row=first + issue["row"]) for first, report in reports for issue in report["issues"]]
    whole["ok"] = not whole["errorCount"] and not whole["inputIssues"]
    return whole


def refused(report: Mapping[str, Any], what: str, first: int = 0) -> errors.BadUserInputError:
    """The error of a report with problems."""
    fields = ["%s: %s" % (each["field"], each["message"]) for each in report.get("inputIssues", [])]
    issues = [each for each in report.get("issues", []) if each["severity"] == "ERROR"]
    rows = ["predictions[%d] (%s): %s" % (first + each["row"], each["question"], each["message"]) for each in issues]
    problems = fields + rows
    count = len(fields) + int(report.get("errorCount") or len(issues))
    more = "" if count <= 1 else " And %d more; `report` of this error lists them." % (count - 1)
    message = "%s%s (%s)" % (problems[0] if problems else "The submission cannot be accepted.", more, what)
    shifted = dict(report, issues=[dict(each, row=first + each["row"]) for each in report.get("issues", [])])
    return errors.BadUserInputError(message, details={"report": shifted})


class Submission:
    """Sends one run: at once if it fits, otherwise in pieces."""

    def __init__(self, call: Callable[..., Any], content: Dict[str, Any], progress: Callable[[int, int], None]):
        self._call = call
        self._content = content
        self._progress = progress

    def submit(self, predictions: List[Prediction], key: Optional[str]) -> Dict[str, Any]:
        key = key or key_of(self._content, predictions)
        parts = list(pieces(predictions))
        if len(parts) == 1:
            return self._at_once(predictions, key)
        for first, part in parts:
            self._check_questions(part, first)
        opened = self._opened(key)
        stored = self._stored(opened)
        total, done = len(predictions), 0
        for first, part in parts:
            fresh = []
            for row in part:
                digest = stored.pop(row["question"], None)
                if digest is None:
                    fresh.append(row)
                elif digest != digest_of(row):
                    raise errors.ConflictError("The run already holds another prediction for %r." % row["question"])
            if fresh:
                answer = self._call("AppendPredictions", {"input": {"run": opened["id"], "predictions": fresh}})
                if not answer["report"]["ok"]:
                    raise refused(answer["report"], "run %s stays open, without this piece" % opened["id"], first)
            done += len(part)
            self._progress(done, total)
        if stored:
            raise errors.ConflictError(
                "Run %s was started with the same idempotency key and holds %d predictions that are not in this"
                " submission, such as %r." % (opened["id"], len(stored), next(iter(stored)))
            )
        return self._closed(opened["id"])

    def _at_once(self, predictions: List[Prediction], key: str) -> Dict[str, Any]:
        sent = dict(self._content, idempotencyKey=key, predictions=predictions)
        answer = self._call("SubmitRun", {"input": sent})
        if answer["run"] is None:
            raise refused(answer["report"], "nothing was stored")
        _reject_withdrawn(answer["run"])
        self._progress(len(predictions), len(predictions))
        return dict(answer["run"], report=answer["report"], replayed=answer["replayed"])

    def _check_questions(self, part: List[Prediction], first: int) -> None:
        # An empty error in place of the texts raises no issue about a text.
        rows = [{"question": row["question"], "error": ""} for row in part]
        report = self._call("ValidateQuestions", {"input": dict(self._content, idempotencyKey="none", predictions=rows)})
        if report["inputIssues"] or report["errorCount"]:
            raise refused(report, "nothing was sent", first)

    def _opened(self, key: str) -> Dict[str, Any]:
        answer = self._call("OpenRun", {"input": dict(self._content, idempotencyKey=key)})
        if answer["run"] is None:
            raise refused(answer["report"], "nothing was stored")
        _reject_withdrawn(answer["run"])
        return dict(answer["run"])

    def _stored(self, run: Mapping[str, Any]) -> Dict[str, str]:
        found: Dict[str, str] = {}
        cursor: Optional[str] = None
        while run["predictionCount"]:
            page = self._call("StoredPredictions", {"run": run["id"], "first": 1000, "after": cursor})
            found.update((each["question"]["key"], each["digest"]) for each in page["nodes"])
            cursor = page["pageInfo"]["endCursor"]
            if not page["pageInfo"]["hasNextPage"]:
                break
        return found

    def _closed(self, run: str) -> Dict[str, Any]:
        closed = self._call("FinalizeRun", {"input": {"run": run}})
        if closed["status"] == "OPEN":
            report = self._call("FinalizeReport", {"input": {"run": run}})
            if not report["ok"]:
                raise refused(report, "the run stays open")
            closed = self._call("FinalizeRun", {"input": {"run": run}})
        return dict(closed)


def _reject_withdrawn(run: Mapping[str, Any]) -> None:
    if run["status"] == "WITHDRAWN":
        raise errors.ConflictError(
            "The same submission was made before, and withdrawn: run %s. restore_run() restores it; another"
            " idempotency_key submits it again." % run["id"],
            details={"run": run["id"]},
        )
