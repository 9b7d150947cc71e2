"""Omnidex from Python: slices of omni-modal video benchmarks, and scores of models' raw outputs.

>>> import omnidex
>>> client = omnidex.Client("http://127.0.0.1:4000")
>>> run = client.submit("results.jsonl", benchmark="omnidex-demo", model="my-model", inputs=["VIDEO", "AUDIO"])
>>> run["score"]["value"]
"""

from . import errors
from ._methods import UNSET
from ._paging import Pages, Rows
from ._reading import ReadRun
from ._table import Table
from ._version import VERSION as __version__
from .client import Client
from .errors import OmnidexError

__all__ = ["UNSET", "Client", "OmnidexError", "Pages", "ReadRun", "Rows", "Table", "errors", "__version__"]
