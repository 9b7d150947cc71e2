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
# A submission is suspicious if more than this share of its rows has remarks. The server has the same threshold.
SUSPICIOUS_SHARE = 1 / 5
EXAMPLES = 3


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
    try:
        return _read_values(path, name, packed)
    except UnicodeDecodeError as error:
        raise errors.InputError("%s is not UTF-8: %s. Save it as UTF-8." % (name, error)) from error


def _read_values(path: Union[str, "os.PathLike[str]"], name: str, packed: bool) -> Tuple[List[Any], Callable[[int], str]]:
    with (gzip.open(path, "rt", encoding="utf-8-sig") if packed else open(path, encoding="utf-8-sig")) as text:
        start = text.read(4096).lstrip(" \t\r\n")
        text.seek(0)
        if start.startswith("["):
            try:
                return json.load(text), lambda index: "%s: $[%d]" % (name, index)
            except json.JSONDecodeError as error:
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


# The index of a piece's first row, its rows, and the report on it.
Part = Tuple[int, List[Prediction], Dict[str, Any]]


def merged_reports(parts: List[Part], run: Optional[Mapping[str, Any]] = None) -> Dict[str, Any]:
    """The report on a whole submission, from those on its pieces, as the TypeScript SDK makes it.

    Parameters
    ----------
    parts : list of tuple
        The index of a piece's first row, its rows, and its report.
    run : mapping, optional
        The run, once it is closed: its own figures are those of the whole.
    """
    whole = dict(parts[-1][2])
    rows = {row["question"]: first + index for first, piece, _ in parts for index, row in enumerate(piece)}
    for count in ("errorCount", "warningCount", "covered"):
        whole[count] = sum(report[count] for _, _, report in parts)
    whole["rows"] = len(rows)
    issues = [dict(issue, row=first + issue["row"]) for first, _, report in parts for issue in report["issues"]]
    # If there are too many, errors take precedence, as in the report of a single call.
    kept = sorted(issues, key=lambda issue: issue["severity"] != "ERROR")[:MOST_PROBLEMS]
    whole["issues"] = sorted(kept, key=lambda issue: issue["row"])
    whole["ok"] = not whole["errorCount"] and not whole["inputIssues"]
    whole["missing"] = max(0, whole["questions"] - len(rows))
    whole["partial"] = 2 * (whole["scorable"] - whole["covered"]) > whole["scorable"]
    # The report on a piece lists at most 100 keys, and those of the other pieces are among them.
    absent = dict.fromkeys(key for _, _, report in parts for key in report["missingKeys"] if key not in rows)
    whole["missingKeys"] = list(absent)[:100]
    modes = [report["confirmations"] for _, _, report in parts]
    whole["confirmations"] = "DOUBLE" if "DOUBLE" in modes else modes[0]
    whole["remarks"] = merged_remarks([(len(piece), report["remarks"]) for _, piece, report in parts])
    if run is not None:
        counts = run["counts"]
        if counts is None:
            whole["covered"] = min(len(rows), whole["scorable"])
        else:
            whole["missing"], whole["scorable"] = counts["missing"], counts["total"] - counts["unscored"]
            whole["covered"] = whole["scorable"] - counts["missing"]
        # A run that still waits for the judge is not scored, so the server does not report yet that it is partial.
        whole["partial"] = run["partial"] or 2 * (whole["scorable"] - whole["covered"]) > whole["scorable"]
        whole["confirmations"] = run["confirmations"]
        whole["remarks"] = run["remarks"] or whole["remarks"]
    examples = [dict(each, row=rows.get(each["question"], each["row"])) for each in whole["remarks"]["examples"]]
    whole["remarks"] = dict(whole["remarks"], examples=examples)
    return whole


def merged_remarks(parts: List[Tuple[int, Mapping[str, Any]]]) -> Dict[str, Any]:
    """The remarks on a whole submission, from those on its pieces, each with the number of its rows."""
    total = sum(rows for rows, _ in parts)
    counts: Dict[str, int] = {}
    for _, remarks in parts:
        for kind in remarks["kinds"]:
            counts[kind["code"]] = counts.get(kind["code"], 0) + kind["count"]
    codes = sorted(counts, key=lambda code: (-counts[code], code))
    rows = sum(counts.values())
    share = rows / total if total else 0.0
    suspicious = share > SUSPICIOUS_SHARE
    examples = [each for _, remarks in parts for each in remarks["examples"] if codes and each["code"] == codes[0]]
    other: Optional[Dict[str, Any]] = None
    for _, remarks in parts:
        found = remarks["otherReader"]
        if found is not None:
            other = dict(found) if other is None else _together(other, found)
    return {
        "suspicious": suspicious,
        "rows": rows,
        "share": share,
        "kinds": [{"code": code, "count": counts[code], "share": counts[code] / total if total else 0.0} for code in codes],
        "examples": examples[:EXAMPLES] if suspicious else [],
        "otherReader": other if suspicious else None,
    }


def _together(a: Mapping[str, Any], b: Mapping[str, Any]) -> Dict[str, Any]:
    rows = a["rows"] + b["rows"]

    def mean(name: str) -> Optional[float]:
        return None if a[name] is None or b[name] is None else (a[name] * a["rows"] + b[name] * b["rows"]) / rows

    sums = {name: a[name] + b[name] for name in ("rows", "answered", "ownAnswered")}
    return {"extractor": a["extractor"], **sums, "score": mean("score"), "ownScore": mean("ownScore")}


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
        opened, empty = self._opened(key)
        stored = self._stored(opened)
        total, done = len(predictions), 0
        reports: List[Part] = []
        for first, part in parts:
            fresh = []
            for row in part:
                digest = stored.pop(row["question"], None)
                if digest is None:
                    fresh.append(row)
                elif digest != digest_of(row):
                    raise errors.ConflictError("The run already holds another prediction for %r." % row["question"])
            report = dict(empty, errorCount=0, warningCount=0, issues=[])
            if fresh:
                answer = self._call("AppendPredictions", {"input": {"run": opened["id"], "predictions": fresh}})
                places = {row["question"]: index for index, row in enumerate(part)}
                issues = [dict(each, row=places[each["question"]]) for each in answer["report"]["issues"]]
                report = dict(answer["report"], issues=issues)
                if not report["ok"]:
                    raise refused(report, "run %s stays open, without this piece" % opened["id"], first)
            reports.append((first, part, report))
            done += len(part)
            self._progress(done, total)
        if stored:
            raise errors.ConflictError(
                "Run %s was started with the same idempotency key and holds %d predictions that are not in this"
                " submission, such as %r." % (opened["id"], len(stored), next(iter(stored)))
            )
        closed = self._closed(opened["id"])
        report = merged_reports(reports, closed)
        del closed["remarks"]
        return dict(closed, report=report, replayed=opened["status"] != "OPEN")

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

    def _opened(self, key: str) -> Tuple[Dict[str, Any], Dict[str, Any]]:
        """The run, and the report on it without its rows."""
        answer = self._call("OpenRun", {"input": dict(self._content, idempotencyKey=key)})
        if answer["run"] is None:
            raise refused(answer["report"], "nothing was stored")
        _reject_withdrawn(answer["run"])
        return dict(answer["run"]), answer["report"]

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
