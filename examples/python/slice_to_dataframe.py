"""Reads a slice of questions and a run's outcomes as DataFrames, and joins them. Needs pandas."""

import sys

import pandas as pd
from omnidex import graphql, opened, questions_url, run_url

benchmark = sys.argv[1] if len(sys.argv) > 1 else "omnidex-demo"

# With pyarrow installed, pd.read_parquet reads the same address with "parquet".
questions = pd.read_csv(opened(questions_url("csv", benchmarks=[benchmark], levels=["REASONING", "PERCEPTION"])))

ranked = graphql(
    """query ($benchmark: String!) { leaderboard(benchmark: $benchmark, first: 1, published: false) {
         nodes { model { name } ... on RankedRun { run { id } } } } }""",
    benchmark=benchmark,
)["leaderboard"]["nodes"]
if not ranked:
    raise SystemExit(f"{benchmark} has no run on its leaderboard yet.")
best = ranked[0]
outcomes = pd.read_csv(opened(run_url(best["run"]["id"], "csv")), keep_default_na=False)

joined = questions.merge(outcomes, left_on="key", right_on="question", how="left")
joined["right"] = joined["outcome"].eq("CORRECT")
table = joined.groupby(["level", "taskName"])["right"].agg(["mean", "size"])
print(best["model"]["name"])
print(table.round(3).to_string())
