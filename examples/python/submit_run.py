"""Asks a model the questions of a benchmark, submits its raw outputs, and prints the score."""

import sys

import omnidex

benchmark = sys.argv[1] if len(sys.argv) > 1 else "omnidex-demo"
client = omnidex.Client()


def ask(question):
    """Replace this with a call to your model."""
    return "The answer is (C)."


questions = client.questions(filter={"benchmarks": [benchmark]}, page_size=500)
responses = {question["key"]: ask(question) for question in questions}
run = client.submit(responses, benchmark=benchmark, model="always-c", inputs=["VIDEO"], progress=True)
score, interval = run["score"], run["score"]["interval"]
low, high = 100 * interval["lower"], 100 * interval["upper"]
print(f"{run['id']}: {100 * score['value']:.1f} % of {score['n']} (95 %: {low:.1f} to {high:.1f})")
