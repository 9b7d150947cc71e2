"""lmms-eval: submits each task's samples as a run when lmms-eval has written them.

Before an evaluation in a program of your own, or instead of `python -m lmms_eval`:

>>> from omnidex.integrations import lmms_eval
>>> lmms_eval.install(inputs=["VIDEO", "AUDIO"])

    python -m omnidex.integrations.lmms_eval --inputs video,audio -- --model qwen2_5_omni --tasks worldsense --log_samples --output_path logs

lmms-eval has no callbacks. The hook wraps the method that writes the samples, `EvaluationTracker.save_results_samples` of
`lmms_eval/loggers/evaluation_tracker.py`, which only the main process calls.
"""

from __future__ import annotations

import argparse
import os
import sys
from typing import Any, Callable, Dict, List, Mapping, Optional, Union

from .. import errors
from ..__main__ import add_run_options, report_error, run_fields
from ..client import Client
from ._after_run import add_server_options, connect, log, submit_after_run

Benchmarks = Union[None, str, Mapping[str, str]]


def install(
    client: Optional[Client] = None,
    *,
    benchmarks: Benchmarks = None,
    on_submitted: Optional[Callable[[Dict[str, Any]], None]] = None,
    **fields: Any,
) -> Callable[[], None]:
    """Has every task that lmms-eval writes samples of submitted as a run. It needs `log_samples` and an `output_path`.

    Parameters
    ----------
    client : Client, optional
        By default that of OMNIDEX_URL and OMNIDEX_API_KEY.
    benchmarks : str or dict, optional
        The benchmark's slug, or the slug for each task. By default the benchmark that a task's name begins with; other tasks
        are not submitted.
    on_submitted : callable, optional
        Called with each run.
    **fields
        What `Client.submit` takes: inputs, model, frames, visibility, … By default what lmms-eval's files state.

    Returns
    -------
    callable
        Takes the hook away.
    """
    from lmms_eval.loggers import EvaluationTracker

    own = Client() if client is None else client
    original = EvaluationTracker.save_results_samples

    def save_results_samples(self: Any, task_name: str, samples: Any) -> Any:
        result = original(self, task_name=task_name, samples=samples)
        try:
            submit(self, task_name)
        except Exception:
            log.exception("omnidex: the hook failed after %s; the evaluation goes on.", task_name)
        return result

    def submit(tracker: Any, task_name: str) -> None:
        files = files_of(tracker, task_name)
        if not files:
            log.warning("omnidex: lmms-eval wrote no samples of %s; nothing was submitted.", task_name)
            return
        benchmark = benchmarks if benchmarks is None or isinstance(benchmarks, str) else benchmarks.get(task_name)
        if benchmark is None and benchmarks is not None:
            return
        run = submit_after_run(own, files, benchmark=benchmark, name=task_name, **fields)
        if run is not None and on_submitted is not None:
            on_submitted(run)

    EvaluationTracker.save_results_samples = save_results_samples

    def uninstall() -> None:
        EvaluationTracker.save_results_samples = original

    return uninstall


def files_of(tracker: Any, task_name: str) -> List[str]:
    """The samples of a task that an `EvaluationTracker` has written, with the summary beside them that names the model."""
    date = getattr(tracker, "date_id", None)
    if not tracker.output_path or date is None:
        return []
    folder = os.path.join(tracker.output_path, tracker.general_config_tracker.model_name_sanitized)
    samples = os.path.join(folder, "%s_samples_%s.jsonl" % (date, task_name))
    summary = os.path.join(folder, "%s_results.json" % date)
    return [path for path in (samples, summary) if os.path.isfile(path)] if os.path.isfile(samples) else []


def main(arguments: Optional[List[str]] = None) -> int:
    """Runs lmms-eval with the hook: its own arguments follow `--`."""
    given = sys.argv[1:] if arguments is None else arguments
    own, others = (given[: given.index("--")], given[given.index("--") + 1 :]) if "--" in given else (given, [])
    parser = argparse.ArgumentParser(
        prog="python -m omnidex.integrations.lmms_eval", usage="%(prog)s [options] -- <lmms-eval's arguments>"
    )
    add_server_options(parser)
    add_run_options(parser)
    options = parser.parse_args(own)
    if not others:
        parser.error("lmms-eval's arguments are missing: -- --model … --tasks … --log_samples --output_path …")
    try:
        install(connect(options), benchmarks=options.benchmark, **run_fields(options))
    except errors.OmnidexError as error:
        report_error(error)
        return 1
    from lmms_eval.__main__ import cli_evaluate

    sys.argv = ["lmms_eval", *others]
    cli_evaluate()
    return 0


if __name__ == "__main__":
    sys.exit(main())
