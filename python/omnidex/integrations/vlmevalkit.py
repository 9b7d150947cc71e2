"""VLMEvalKit: submits the predictions of a finished run.

After `run.py`, with the same names:

    python -m omnidex.integrations.vlmevalkit --work-dir outputs --model Qwen2.5-Omni-7B --data WorldSense_32frame_audio --inputs video,audio

VLMEvalKit writes the predictions to `<work dir>/<model>/<time>/<model>_<data>.xlsx`, or `.tsv` or `.json` as `PRED_FORMAT` says,
and links to the latest file from `<work dir>/<model>` (`get_pred_file_path` in `vlmeval/smp/file.py`, `run.py`).
"""

from __future__ import annotations

import argparse
import glob
import os
import sys
from typing import Any, Dict, List, Optional

from .. import errors
from ..__main__ import add_run_options, print_run, report_error, run_fields
from ..client import Client
from ._after_run import add_server_options, benchmark_named, connect

FORMATS = ("xlsx", "tsv", "json")


def prediction_file(work_dir: str, model: str, data: str) -> str:
    """The newest predictions of a model on a data set.

    Raises
    ------
    InputError
        If there are none.
    """
    folder = os.path.join(work_dir, glob.escape(model))
    names = ["%s_%s.%s" % (glob.escape(model), glob.escape(data), each) for each in FORMATS]
    found = [
        path for name in names for place in (folder, os.path.join(folder, "*")) for path in glob.glob(os.path.join(place, name))
    ]
    files = [path for path in found if os.path.isfile(path)]
    if not files:
        raise errors.InputError(
            "VLMEvalKit wrote no predictions of %s on %s: there is no %s_%s.xlsx, .tsv or .json in %s or a folder in it."
            % (model, data, model, data, os.path.join(work_dir, model))
        )
    return max(files, key=os.path.getmtime)


def submit_predictions(
    work_dir: str,
    model: str,
    data: str,
    *,
    client: Optional[Client] = None,
    benchmark: Optional[str] = None,
    **fields: Any,
) -> Dict[str, Any]:
    """Submits the newest predictions of a model on a data set.

    Parameters
    ----------
    work_dir, model, data : str
        What `run.py` was given as `--work-dir`, `--model` and `--data`.
    client : Client, optional
        By default that of OMNIDEX_URL and OMNIDEX_API_KEY.
    benchmark : str, optional
        The benchmark's slug; by default the benchmark that the name of the data set begins with.
    **fields
        What `Client.submit` takes: inputs, frames, visibility, …

    Returns
    -------
    dict
        The run.
    """
    own = Client() if client is None else client
    path = prediction_file(work_dir, model, data)
    slug = benchmark or benchmark_named(own, data)
    if slug is None:
        raise errors.InputError("%s is no benchmark of the server. State it: benchmark=…" % data)
    given = {name: value for name, value in fields.items() if value is not None}
    return own.submit([path], benchmark=slug, **{"model": model, **given})


def main(arguments: Optional[List[str]] = None) -> int:
    """Submits what `run.py` has written."""
    parser = argparse.ArgumentParser(prog="python -m omnidex.integrations.vlmevalkit")
    parser.add_argument("--work-dir", default="./outputs")
    parser.add_argument("--data", required=True, help="the data set, as run.py was given it")
    add_server_options(parser)
    add_run_options(parser)
    options = parser.parse_args(arguments)
    if options.model is None:
        parser.error("--model is missing: the model, as run.py was given it")
    fields = run_fields(options)
    model = fields.pop("model")
    try:
        client = connect(options)
        run = submit_predictions(
            options.work_dir, model, options.data, client=client, benchmark=options.benchmark, **fields
        )
    except errors.OmnidexError as error:
        report_error(error)
        return 1
    print_run(run)
    return 0


if __name__ == "__main__":
    sys.exit(main())
