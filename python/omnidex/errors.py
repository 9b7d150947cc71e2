"""The errors of the client. Each has a code, as in the GraphQL API."""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence


class OmnidexError(Exception):
    """Any error of this package.

    Attributes
    ----------
    code : str
        The code of the API, or CONNECTION, TIMEOUT, PROTOCOL or INPUT.
    """

    code = "INTERNAL"


class ConnectionFailedError(OmnidexError):
    """The server could not be reached."""

    code = "CONNECTION"


class TimeoutError(OmnidexError):  # noqa: A001 - the same name as in the TypeScript SDK
    """The server did not answer in time."""

    code = "TIMEOUT"


class ProtocolError(OmnidexError):
    """The answer is not that of an Omnidex server."""

    code = "PROTOCOL"


class InputError(OmnidexError, ValueError):
    """What was passed to the client cannot be sent. `problems` has one text for each problem."""

    code = "INPUT"

    def __init__(self, message: str, problems: Sequence[str] = ()):
        super().__init__(message)
        self.problems: List[str] = list(problems) or [message]


class ApiError(OmnidexError):
    """An error that the server reports.

    Attributes
    ----------
    details : dict
        What the server adds to the message; empty if it adds nothing.
    path : list or None
        The field of the answer that has the error.
    request_id : str or None
        Finds the request in the server's log.
    status : int
        The HTTP status.
    """

    def __init__(
        self,
        message: str,
        *,
        code: Optional[str] = None,
        details: Optional[Dict[str, Any]] = None,
        path: Optional[List[Any]] = None,
        request_id: Optional[str] = None,
        status: int = 200,
    ):
        super().__init__(message)
        if code is not None:
            self.code = code
        self.details = details or {}
        self.path = path
        self.request_id = request_id
        self.status = status


class BadUserInputError(ApiError):
    """The input is not valid. `report` has the issues of each row, if rows of a submission were refused."""

    code = "BAD_USER_INPUT"

    @property
    def report(self) -> Optional[Dict[str, Any]]:
        report = self.details.get("report")
        return report if isinstance(report, dict) else None

    @property
    def problems(self) -> List[str]:
        """What is wrong with a file, a field or the rows, each with its place; empty for another error."""
        read = self.details.get("read")
        rows = read.get("problems") if isinstance(read, dict) else None
        whole = ["%s: %s" % (each["path"], each["message"]) for each in self.details.get("problems") or []]
        whole += ["%s: %s: %s" % (row["file"], row["place"], row["reason"]) for row in rows or []]
        report = self.report or {}
        whole += ["%s: %s" % (each["field"], each["message"]) for each in report.get("inputIssues") or []]
        refused = [each for each in report.get("issues") or [] if each["severity"] == "ERROR"]
        return whole + ["predictions[%d] (%s): %s" % (each["row"], each["question"], each["message"]) for each in refused]


class InvalidFilterError(ApiError):
    """A filter that cannot match. `faults` has one entry for each problem."""

    code = "INVALID_FILTER"

    @property
    def faults(self) -> List[Dict[str, Any]]:
        faults = self.details.get("faults")
        return faults if isinstance(faults, list) else []


class NotFoundError(ApiError):
    """The object does not exist, or the caller may not see it."""

    code = "NOT_FOUND"


class UnauthenticatedError(ApiError):
    """The API key is missing or not valid."""

    code = "UNAUTHENTICATED"


class ForbiddenError(ApiError):
    """The API key does not allow this."""

    code = "FORBIDDEN"


class QuotaExceededError(ApiError):
    """The owner's quota of submissions is used up."""

    code = "QUOTA_EXCEEDED"


class RateLimitedError(ApiError):
    """The rate limit still applies after the last retry."""

    code = "RATE_LIMITED"


class CostLimitExceededError(ApiError):
    """The request asks for more objects than the server allows in one."""

    code = "COST_LIMIT_EXCEEDED"


class ConflictError(ApiError):
    """The present state does not allow this, such as an idempotency key that was used with other input."""

    code = "CONFLICT"


class UnavailableError(ApiError):
    """The server is still unavailable after the last retry."""

    code = "UNAVAILABLE"


class StorageFullError(ApiError):
    """The server's disk is full."""

    code = "STORAGE_FULL"


class InternalError(ApiError):
    """An error of the server. `request_id` finds it in the server's log."""

    code = "INTERNAL"


BY_CODE = {
    each.code: each
    for each in (
        BadUserInputError,
        InvalidFilterError,
        NotFoundError,
        UnauthenticatedError,
        ForbiddenError,
        QuotaExceededError,
        RateLimitedError,
        CostLimitExceededError,
        ConflictError,
        UnavailableError,
        StorageFullError,
        InternalError,
    )
}
