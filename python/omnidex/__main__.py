"""`python -m omnidex`: submits a run, and shows what is on a server."""

from __future__ import annotations

import argparse
import json
import sys
from typing import Any, List, Optional

from . import __version__, errors
from .client import Client


def main(arguments: Optional[List[str]] = None) -> int:
    """Runs a command.

    Parameters
    ----------
    arguments : list of str, optional
        By default those of the process.

    Returns
    -------
    int
        The exit code: 0; 1 for an error, which is printed.
    """
    options = _parser().parse_args(arguments)
    try:
        client = Client(options.url, options.api_key)
        options.run(client, options)
    except errors.OmnidexError as error:
        print("omnidex: %s" % error, file=sys.stderr)
        for problem in (error.problems[1:20] if isinstance(error, errors.InputError) else []):
            print("  %s" % problem, file=sys.stderr)
        return 1
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m omnidex", description=__doc__)
    parser.add_argument("--version", action="version", version=__version__)
    parser.add_argument("--url", help="the server (default: OMNIDEX_URL)")
    parser.add_argument("--api-key", help="default: OMNIDEX_API_KEY")
    commands = parser.add_subparsers(required=True, metavar="command")

    submit = commands.add_parser("submit", help="submit a file of predictions and print its score")
    submit.add_argument("file", help='JSON lines: {"question": "…", "response": "…"}')
    submit.add_argument("--benchmark", required=True)
    submit.add_argument("--model", required=True)
    submit.add_argument("--inputs", required=True, help="video,audio")
    submit.add_argument("--frames", type=int)
    submit.add_argument("--seed", type=int)
    submit.add_argument("--prompt")
    submit.add_argument("--notes")
    submit.add_argument("--visibility", type=str.upper, choices=["PRIVATE", "PUBLIC"])
    submit.add_argument("--dry-run", action="store_true", help="only the server's report")
    submit.set_defaults(run=_submit)

    benchmarks = commands.add_parser("benchmarks", help="list the benchmarks")
    benchmarks.set_defaults(run=lambda client, _: [print(each["slug"], each["questionCount"]) for each in client.benchmarks()])

    questions = commands.add_parser("questions", help="print the questions of a slice as JSON lines")
    questions.add_argument("--filter", type=json.loads, help="a QuestionFilter as JSON")
    questions.set_defaults(run=lambda client, options: [print(json.dumps(each)) for each in client.questions(filter=options.filter)])
    return parser


def _submit(client: Client, options: Any) -> None:
    fields = {
        "benchmark": options.benchmark,
        "model": options.model,
        "inputs": [each.strip() for each in options.inputs.split(",")],
        "frames": options.frames,
        "seed": options.seed,
        "prompt": options.prompt,
        "notes": options.notes,
        "visibility": options.visibility,
    }
    if options.dry_run:
        report = client.validate(options.file, **fields)
        print("%d errors, %d warnings. Nothing was stored." % (report["errorCount"], report["warningCount"]))
        for issue in report["issues"]:
            print("row %d (%s): %s: %s" % (issue["row"], issue["question"], issue["code"], issue["message"]))
        return
    run = client.submit(options.file, progress=sys.stderr.isatty(), **fields)
    score = run["score"]
    if score is None:
        print("%s: %s" % (run["id"], run["status"]))
        return
    interval = score["interval"]
    print(
        "%s: %.1f %% (95 %%: %.1f–%.1f) of %d questions"
        % (run["id"], 100 * score["value"], 100 * interval["lower"], 100 * interval["upper"], score["n"])
    )


if __name__ == "__main__":
    sys.exit(main())
