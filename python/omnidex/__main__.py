"""`python -m omnidex`: submits runs, and shows what is on a server."""

from __future__ import annotations

import argparse
import json
import sys
from decimal import ROUND_HALF_UP, Decimal
from typing import Any, Dict, List, Mapping, Optional

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
        report_error(error)
        return 1
    return 0


def report_error(error: errors.OmnidexError) -> None:
    """Prints an error, with the first of its problems."""
    print("omnidex: %s" % error, file=sys.stderr)
    problems = getattr(error, "problems", [])
    for problem in problems[:20]:
        if problem != str(error):
            print("  %s" % problem, file=sys.stderr)
    if len(problems) > 20:
        print("  … and %d more" % (len(problems) - 20), file=sys.stderr)


def add_run_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options that describe a run."""
    parser.add_argument("--model", help="default: what the file states")
    parser.add_argument("--inputs", help="what the model was given: video,audio (default: what the file states)")
    parser.add_argument("--frames", type=int)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--prompt")
    parser.add_argument("--notes")
    parser.add_argument("--report-url")
    parser.add_argument("--open-ended", action="store_true", default=None, help="asked without the options")
    parser.add_argument("--judge", action="store_true", default=None)
    parser.add_argument("--visibility", type=str.upper, choices=["PRIVATE", "PUBLIC"])
    parser.add_argument("--allow-partial", action="store_true", help="submit the usable rows, even if others are not")


RUN_OPTIONS = (
    "model inputs frames seed prompt notes report_url open_ended judge visibility allow_partial".split()
)


def run_fields(options: Any) -> Dict[str, Any]:
    """The arguments of `submit` that the options state."""
    return {name: getattr(options, name) for name in RUN_OPTIONS}


def print_run(run: Dict[str, Any]) -> None:
    """Prints a run with its score."""
    score = run["score"]
    if score is None:
        print("%s: %s" % (run["id"], run["status"]))
        return
    value, lower, upper = score_texts(score)
    print("%s: %s %% (95 %%: %s–%s) of %d questions" % (run["id"], value, lower, upper, score["n"]))


def score_texts(score: Mapping[str, Any]) -> List[str]:
    """A score and the ends of its interval in percent, with as many decimals as its error justifies, as everywhere."""
    interval = score["interval"]
    error = max(score["standardError"] or 0, (interval["upper"] - interval["lower"]) / 3.92)
    places = Decimal("0.1" if error * 100 < 3.55 else "1")
    shares = (score["value"], interval["lower"], interval["upper"])
    return [str(Decimal(100 * share).quantize(places, ROUND_HALF_UP)) for share in shares]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m omnidex", description=__doc__)
    parser.add_argument("--version", action="version", version=__version__)
    parser.add_argument("--url", help="the server (default: OMNIDEX_URL)")
    parser.add_argument("--api-key", help="default: OMNIDEX_API_KEY, which other users of the machine cannot see")
    commands = parser.add_subparsers(required=True, metavar="command")

    submit = commands.add_parser("submit", help="submit the result files of a run and print its score")
    submit.add_argument("files", nargs="+", help="in any format that the server reads")
    submit.add_argument("--benchmark", required=True)
    add_run_options(submit)
    submit.add_argument("--format", help="default: detected")
    submit.add_argument("--epoch", type=int, help="only this repetition of the questions")
    submit.add_argument("--part", help="one of several runs in the files")
    submit.add_argument("--recipe", help="a recipe that says how the files are read")
    submit.add_argument("--dry-run", action="store_true", help="only the server's report")
    submit.set_defaults(run=_submit)

    benchmarks = commands.add_parser("benchmarks", help="list the benchmarks")
    benchmarks.set_defaults(run=_benchmarks)

    questions = commands.add_parser("questions", help="print the questions of a slice as JSON lines")
    questions.add_argument("--filter", type=json.loads, help="a QuestionFilter as JSON")
    questions.set_defaults(run=_questions)
    return parser


def _benchmarks(client: Client, _: Any) -> None:
    for benchmark in client.benchmarks():
        print(benchmark["slug"], benchmark["questionCount"])


def _questions(client: Client, options: Any) -> None:
    for question in client.questions(filter=options.filter):
        print(json.dumps(question))


def _submit(client: Client, options: Any) -> None:
    fields = run_fields(options)
    fields.update((name, getattr(options, name)) for name in ("benchmark", "format", "epoch", "part", "recipe"))
    if options.dry_run:
        report = client.validate(options.files, **fields)
        print("%d errors, %d warnings. Nothing was stored." % (report["errorCount"], report["warningCount"]))
        for issue in report["issues"]:
            print("row %d (%s): %s: %s" % (issue["row"], issue["question"], issue["code"], issue["message"]))
        return
    run = client.submit(options.files, progress=sys.stderr.isatty(), **fields)
    print_run(run)
    if "openPart" in run:
        print("On the open part, %s:" % run["openPart"]["benchmark"]["slug"])
        print_run(run["openPart"])


if __name__ == "__main__":
    sys.exit(main())
