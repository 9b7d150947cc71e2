"""
A step after `python -m lmms_eval --log_samples`: submits the samples file as a run. It needs only the standard library.

    python after_lmms_eval.py 20260218_234435_samples_worldsense.jsonl worldsense my-model VIDEO AUDIO

`omnidex submit <file>` does the same, and also detects the benchmark, the model and the inputs.
"""

import csv
import hashlib
import io
import json
import sys

from omnidex import described, opened, questions_url, submit

if len(sys.argv) < 5:
    raise SystemExit(__doc__.strip())
path, benchmark, model, *inputs = sys.argv[1:]

with opened(questions_url("csv", benchmarks=[benchmark])) as response:
    rows = csv.DictReader(io.TextIOWrapper(response, "utf-8", newline=""))
    keys = {int(row["ordinal"]): row["key"] for row in rows}


def place_of(sample):
    """The question's index in the whole dataset: `question_id`, or `doc_id` if no `question_id` was logged."""
    metrics = [value for value in sample.values() if isinstance(value, dict) and "question_id" in value]
    return int(metrics[0]["question_id"]) if metrics else sample["doc_id"]


def first(value):
    """The output itself, which lmms-eval logs either bare or inside nested lists."""
    if isinstance(value, list):
        return first(value[0]) if value else None
    return value


with open(path, encoding="utf-8") as file:
    samples = [json.loads(line) for line in file]
unknown = [place_of(sample) for sample in samples if place_of(sample) not in keys]
if unknown:
    raise SystemExit(f"{path}: {benchmark} has no questions {unknown[:5]}. Is it a file of another benchmark?")

predictions = [
    {
        "question": keys[place_of(sample)],
        "response": first(sample.get("resps", sample.get("filtered_resps"))),
        "error": sample.get("error"),
    }
    for sample in samples
]
content = hashlib.sha256(json.dumps(predictions).encode()).hexdigest()
run = submit(benchmark, model, inputs, predictions, key=content, notes=f"from {path}")
print(f"{run['id']}: {described(run['score'])}, {run['score']['unparsed']} not parsed")
