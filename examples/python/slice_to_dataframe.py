"""Reads a slice of questions and the best run's outcomes as DataFrames, and joins them. Needs pandas."""

import sys

import omnidex

benchmark = sys.argv[1] if len(sys.argv) > 1 else "omnidex-demo"
client = omnidex.Client()

hard = {"benchmarks": [benchmark], "levels": ["REASONING", "PERCEPTION"]}
questions = client.questions(filter=hard, page_size=500).to_pandas()

best = client.leaderboard(benchmark, published=False).first()
if best is None:
    raise SystemExit(f"{benchmark} has no run on its leaderboard yet.")
outcomes = client.predictions(best["run"]["id"], filter={"questions": hard}, page_size=500).to_pandas()

joined = questions.merge(outcomes, left_on="key", right_on="question.key", how="left", suffixes=("", "_of_prediction"))
joined["right"] = joined["outcome"].eq("CORRECT")
table = joined.groupby(["level", "task.name"])["right"].agg(["mean", "size"])
print(best["model"]["name"])
print(table.round(3).to_string())
