"""Functions for the examples: a GraphQL call and the addresses of exports. It needs only the standard library."""

import json
import os
import urllib.error
import urllib.parse
import urllib.request

URL = os.environ.get("OMNIDEX_URL", "http://127.0.0.1:4000")
KEY = os.environ.get("OMNIDEX_API_KEY")


def graphql(query, **variables):
    """The `data` of a GraphQL answer. If the answer has errors, the program ends with all their messages."""
    headers = {"content-type": "application/json"}
    if KEY is not None:
        headers["authorization"] = f"Bearer {KEY}"
    body = json.dumps({"query": query, "variables": variables}).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(f"{URL}/graphql", body, headers)) as response:
            answer = json.load(response)
    except urllib.error.HTTPError as error:
        answer = json.load(error)
    if answer.get("errors"):
        raise SystemExit(messages(answer))
    return answer["data"]


def messages(answer):
    """The codes and messages of an answer with errors, one a line."""
    return "\n".join(f"{one['extensions']['code']}: {one['message']}" for one in answer["errors"])


def opened(url):
    """The response at an export's address. If the server refuses it, the program ends with the server's message."""
    headers = {} if KEY is None else {"authorization": f"Bearer {KEY}"}
    try:
        return urllib.request.urlopen(urllib.request.Request(url, headers=headers))
    except urllib.error.HTTPError as error:
        raise SystemExit(messages(json.load(error))) from None


def questions_url(extension, **question_filter):
    """The address of a slice as a file: csv, ndjson or parquet."""
    query = urllib.parse.urlencode({"filter": json.dumps(question_filter)})
    return f"{URL}/export/questions.{extension}?{query}"


def run_url(run, extension):
    """The address of a run's responses and outcomes as a file: csv, ndjson or parquet."""
    return f"{URL}/export/runs/{run}.{extension}"


def submit(benchmark, model, inputs, predictions, key, **more):
    """Submits a run: a list of {"question", "response"}. The same `key` never makes a second run."""
    run = graphql(
        """mutation ($input: SubmitRunInput!) { submitRun(input: $input) { run {
             id score { value n correct unparsed interval { lower upper } } } } }""",
        input={
            "benchmark": benchmark,
            "model": {"name": model},
            "inputs": inputs,
            "idempotencyKey": key,
            "predictions": predictions,
            **more,
        },
    )["submitRun"]["run"]
    return run


def described(score):
    """`53.3 % of 480 (95 %: 48.8 to 57.8)`"""
    low, high = score["interval"]["lower"], score["interval"]["upper"]
    return f"{100 * score['value']:.1f} % of {score['n']} (95 %: {100 * low:.1f} to {100 * high:.1f})"
