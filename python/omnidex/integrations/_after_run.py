"""What the hooks share: a run is submitted after hours of inference, so a fault must not end the harness."""

from __future__ import annotations

import argparse
import logging
import os
import re
import shlex
import sys
from typing import Any, Dict, Optional, Sequence

from ..__main__ import score_texts
from ..client import Client

log = logging.getLogger("omnidex")


def benchmark_named(client: Client, name: str) -> Optional[str]:
    """The benchmark that a harness's name begins with: `worldsense` for `WorldSense_32frame_audio`; None for any other."""

    def plain(text: str) -> str:
        return re.sub(r"[^a-z0-9]", "", text.lower())

    slugs = [benchmark["slug"] for benchmark in client.benchmarks() if plain(name).startswith(plain(benchmark["slug"]))]
    return max(slugs, key=len, default=None)


def submit_after_run(client: Client, files: Sequence[str], *, benchmark: Optional[str], name: str, **fields: Any) -> Optional[Dict[str, Any]]:
    """Submits the files of a run. A fault is logged with the command that submits them later.

    Returns
    -------
    dict or None
        The run; None if it was not submitted.
    """
    try:
        slug = benchmark or benchmark_named(client, name)
        if slug is None:
            log.info("omnidex: %s is no benchmark of the server; nothing was submitted.", name)
            return None
        run = client.submit([*files], benchmark=slug, **fields)
        value = "no score yet" if run["score"] is None else score_texts(run["score"])[0] + " %"
        log.info("omnidex: submitted %s as %s: %s", name, run["id"], value)
        return run
    except Exception as error:
        again = "python -m omnidex submit --benchmark %s %s" % (benchmark or "…", shlex.join(map(os.fspath, files)))
        problems = "".join("\n  %s" % problem for problem in getattr(error, "problems", [])[:5])
        log.error("omnidex: %s was not submitted: %s%s\nSubmit it later: %s", name, error, problems, again)
        return None


def connect(options: argparse.Namespace) -> Client:
    """The client of a command, whose log goes to stderr."""
    if not log.handlers:
        log.addHandler(logging.StreamHandler(sys.stderr))
        log.setLevel(logging.INFO)
    return Client(options.url, options.api_key)


def add_server_options(parser: argparse.ArgumentParser) -> None:
    """Adds the options that name the server and the benchmark."""
    parser.add_argument("--url", help="the server (default: OMNIDEX_URL)")
    parser.add_argument("--api-key", help="default: OMNIDEX_API_KEY")
    parser.add_argument("--benchmark", help="default: the one that the harness's name begins with")
