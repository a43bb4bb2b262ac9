"""What every result must be: made of plain values, without NaN or infinity anywhere."""

from dataclasses import fields, is_dataclass
from math import isfinite

import numpy as np


def assert_clean(result, path="result"):
    """Walk through dataclasses, tuples, dicts and arrays; fail on the first number that is not
    finite."""
    if is_dataclass(result):
        for field in fields(result):
            assert_clean(getattr(result, field.name), f"{path}.{field.name}")
    elif isinstance(result, (tuple, list)):
        for i, value in enumerate(result):
            assert_clean(value, f"{path}[{i}]")
    elif isinstance(result, dict):
        for key, value in result.items():
            assert_clean(value, f"{path}[{key!r}]")
    elif isinstance(result, np.ndarray):
        assert np.all(np.isfinite(result)), path
    elif isinstance(result, (int, float, np.number)):
        assert isfinite(result), f"{path} is {result!r}"
    if hasattr(result, "low") and getattr(result, "estimate", None) is not None:
        assert result.low is None or result.low <= result.estimate + 1e-12, path
        assert result.high is None or result.high >= result.estimate - 1e-12, path
