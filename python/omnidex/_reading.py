"""Result files of harnesses, which the server reads: there is one reader of each format."""

from __future__ import annotations

import gzip
import json
import os
import uuid
from typing import Any, Dict, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Sequence, Tuple, Union

from . import errors
from ._paging import Rows
from ._submission import OUTPUTS, Prediction
from ._transport import CutOffError

Path = Union[str, "os.PathLike[str]"]
Paths = Union[Path, Sequence[Path]]

PIECE = 1 << 18
# The folders of a file may name its model or task.
FOLDERS_SENT = 3


class ReadRun(NamedTuple):
    """A run in result files.

    Attributes
    ----------
    file : str
        The name of its file.
    part : str or None
        The column or the repetition, if the files have several runs.
    header : dict
        What the files state: model, inputs, frames, prompt, …
    report : dict
        What was read: `format`, `rows`, `predictions`, `missing`, `notes`, …
    repetition : dict or None
        `number` and `of`, if the files have several repetitions of the questions.
    rows : Rows
        The predictions, each with the key of its question.
    """

    file: str
    part: Optional[str]
    header: Dict[str, Any]
    report: Dict[str, Any]
    repetition: Optional[Dict[str, int]]
    rows: Rows


def is_own(path: Path) -> bool:
    """Whether a file has rows of Omnidex's own, by its first row. Other files are read by the server."""
    try:
        with open(path, "rb") as file:
            packed = file.read(2) == b"\x1f\x8b"
        with (gzip.open(path, "rt", encoding="utf-8-sig") if packed else open(path, encoding="utf-8-sig")) as text:
            start = text.read(1 << 16).lstrip(" \t\r\n[")
        row, _ = json.JSONDecoder().raw_decode(start)
    except FileNotFoundError as error:
        raise errors.InputError("There is no file %r." % os.fspath(path)) from error
    except IsADirectoryError as error:
        raise errors.InputError("%r is a folder. Pass the result files in it." % os.fspath(path)) from error
    except (ValueError, EOFError):
        return False
    return isinstance(row, dict) and isinstance(row.get("question"), str) and set(row) <= {"question", *OUTPUTS}


class Form:
    """A form with files, which is read from the disk as it is sent, and again for each attempt."""

    def __init__(self, paths: Iterable[Path]):
        self._boundary = uuid.uuid4().hex
        self._parts: List[Tuple[bytes, Path, int]] = []
        for path in paths:
            try:
                size = os.stat(path).st_size
            except OSError as error:
                raise errors.InputError("%s: %s" % (os.fspath(path), error.strerror)) from error
            shown = "/".join(os.path.abspath(path).replace(os.sep, "/").split("/")[-1 - FOLDERS_SENT :])
            name = shown.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
            head = '--%s\r\ncontent-disposition: form-data; name="file"; filename="%s"\r\n' % (self._boundary, name)
            self._parts.append(((head + "content-type: application/octet-stream\r\n\r\n").encode(), path, size))
        self._end = ("--%s--\r\n" % self._boundary).encode()

    def headers(self) -> Dict[str, str]:
        length = len(self._end) + sum(len(head) + size + 2 for head, _, size in self._parts)
        return {"content-type": "multipart/form-data; boundary=" + self._boundary, "content-length": str(length)}

    def __iter__(self) -> Iterator[bytes]:
        for head, path, size in self._parts:
            yield head
            with open(path, "rb") as file:
                while size > 0:
                    piece = file.read(min(PIECE, size))
                    if not piece:
                        raise errors.InputError("%s became shorter while it was sent." % os.fspath(path))
                    size -= len(piece)
                    yield piece
            yield b"\r\n"
        yield self._end


def runs_of(lines: Iterable[bytes]) -> List[ReadRun]:
    """The runs of an answer, each a line that describes it and a line for each prediction.

    Raises
    ------
    CutOffError
        If predictions are missing.
    """
    runs: List[ReadRun] = []
    for line in lines:
        if not line.strip():
            continue
        try:
            value = json.loads(line)
        except ValueError as error:
            raise CutOffError("the answer is cut off within a line") from error
        run = value.get("run")
        if run is not None:
            runs.append(
                ReadRun(run["file"], run["part"], run["header"], run["read"], run["repetition"], Rows())
            )
        else:
            row: Prediction = {name: text for name, text in value.items() if text is not None}
            runs[-1].rows.append(row)
    for each in runs:
        if len(each.rows) != each.report["predictions"]:
            found = (len(each.rows), each.report["predictions"])
            raise CutOffError("the answer is cut off: it has %d of %d predictions" % found)
    if not runs:
        raise CutOffError("the answer is empty")
    return runs


def one_of(runs: List[ReadRun], part: Optional[str]) -> ReadRun:
    """The only run, or that of a part.

    Raises
    ------
    InputError
        If the files have several runs, and `part` names none of them.
    """
    found = [run for run in runs if part is None or run.part == part]
    if len(found) == 1:
        return found[0]
    names = ", ".join(repr(run.part) for run in runs)
    if part is not None:
        raise errors.InputError("The files have no part %r. They have: %s." % (part, names or "none"))
    raise errors.InputError("%s has several runs. Choose one with part=…: %s." % (runs[0].file, names))


def stated_fields(run: ReadRun, content: Mapping[str, Any]) -> Dict[str, Any]:
    """The fields of a submission: those that the caller states, or else the file.

    Raises
    ------
    InputError
        If neither states the model or what it was given.
    """
    header = run.header
    model = dict(content.get("model") or {})
    name = model.get("name") or header.get("model")
    inputs = content.get("inputs")
    if name is None:
        raise errors.InputError("The file does not say which model made it. State it: model='my-model'")
    if inputs is None and header.get("inputs") is None:
        raise errors.InputError(
            "The file does not say what the model was given. State it: inputs=['VIDEO', 'AUDIO']"
        )
    if inputs is None and header.get("inputsAreNamed"):
        found = ", ".join(each.lower() for each in header["inputs"])
        raise errors.InputError(
            "Only the file's name or prompt suggests what the model was given: %s. It may leave inputs out, so nothing was"
            " submitted. State all inputs: inputs=['VIDEO', 'AUDIO'], or inputs=%r if there were no others."
            % (found, header["inputs"])
        )
    described = {"parameters": "parameters", "organization": "organization", "url": "modelUrl"}
    for field, stated in described.items():
        if model.get(field) is None and header.get(stated) is not None:
            model[field] = header[stated]
    fields = {each: header[each] for each in ("frames", "seed", "prompt", "notes", "reportUrl", "openEnded") if header.get(each) is not None}
    fields.update((each, value) for each, value in content.items() if value is not None)
    protocol = {**(header.get("protocol") or {}), **(content.get("protocol") or {})}
    if protocol:
        fields["protocol"] = {each: value for each, value in protocol.items() if value is not None}
    if run.repetition is not None:
        note = "Repetition %d of %d." % (run.repetition["number"], run.repetition["of"])
        fields["notes"] = note if fields.get("notes") is None else "%s %s" % (note, fields["notes"])
    return {**fields, "model": {**model, "name": name}, "inputs": inputs or list(header["inputs"])}
