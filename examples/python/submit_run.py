"""Asks a model the questions of a benchmark, and submits its raw outputs. It needs only the standard library."""

import csv
import io
import sys
import urllib.request

from omnidex import described, questions_url, submit

benchmark = sys.argv[1] if len(sys.argv) > 1 else "omnidex-demo"


def ask(question):
    """Replace this with a call to your model; `question` has the columns of the export."""
    return "The answer is (C)."


with urllib.request.urlopen(questions_url("csv", benchmarks=[benchmark])) as response:
    questions = list(csv.DictReader(io.TextIOWrapper(response, "utf-8", newline="")))

predictions = [{"question": question["key"], "response": ask(question)} for question in questions]
run = submit(benchmark, "always-c", ["VIDEO"], predictions, key="always-c, first try")
print(f"{run['id']}: {described(run['score'])}")
