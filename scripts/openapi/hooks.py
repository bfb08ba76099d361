"""What the API document cannot say, for the comparison with the server.

A failure is dropped only where the refusal is about the state of the server or about a value that only the server can
have handed out; every other disagreement counts.
"""

import json
import re
from datetime import datetime, timezone

import schemathesis
from hypothesis import strategies
from schemathesis.core.failures import ServerError
from schemathesis.openapi.checks import RejectedPositiveData

# Times of the years that the document allows: of all that there are, too few would be left.
schemathesis.openapi.format(
    "date-time",
    strategies.datetimes(
        min_value=datetime(1700, 1, 2), max_value=datetime(2259, 12, 30), timezones=strategies.just(timezone.utc)
    ).map(datetime.isoformat),
)

# What the document cannot say of valid requests, by the pointer and code of the answer.
UNSAYABLE = {
    # Opaque values: their form is in the document, whether they were handed out is not.
    ("?cursor", "bad_format"),
    ("?after", "invalid"),
    ("?after", "out_of_range"),
    ("header:Last-Event-ID", "out_of_range"),
    ("?after_sequence", "out_of_range"),
    # A route that is a WebSocket is one only with a handshake, which is no matter of parameters.
    ("header:Upgrade", "required"),
    # OpenAPI has no way to say that two parameters exclude each other.
    ("?after_sequence", "invalid"),
    # The accounts are configuration.
    ("/provider", "not_allowed"),
    # Keys must name the person, client tokens must not.
    ("/person", "required"),
    ("/from", "required"),
    # An agent cannot come as somebody who has another place in the room.
    ("/person/external_id", "not_allowed"),
    # A ban ends in the future: the document knows no clock.
    ("/until", "out_of_range"),
    # JSON Schema can tell elements apart as wholes only, not by one of their members.
    ("/members/*/person", "duplicate"),
    ("/tools", "duplicate"),
    # Where tools may be is configuration; what a host's name may be is more than a pattern.
    ("/tools/*/url", "not_allowed"),
    # Devices are named by the caller's own side.
    ("/audio/selected_device", "not_allowed"),
    ("/audio/available_devices/*/id", "duplicate"),
    ("/audio_device", "not_allowed"),
    # Each provider has its own languages.
    ("/language", "not_allowed"),
}


@schemathesis.serializer("application/sdp", "application/trickle-ice-sdpfrag")
def description(context, value):
    """A session description is text."""
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "replace")


def problem(response):
    """The problem document of an answer; empty when it is none."""
    try:
        body = json.loads(response.content)
    except ValueError:
        return {}
    return body if isinstance(body, dict) else {}


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """Says whether a failure counts."""
    told = problem(response)
    # A target of more than 8 KiB is refused for every route alike, before it is read.
    if response.status_code == 414:
        return False
    if isinstance(failure, RejectedPositiveData):
        if response.status_code == 422:
            # By design 422 is never about the form of a request (that is 400), only about what cannot be done now.
            return False
        # The grammar of session descriptions is that of their own documents.
        told_of = [issue for issue in told.get("errors", []) if not issue["pointer"].startswith("sdp:")]
        if told.get("errors") and not told_of:
            return False
        issues = {(re.sub("/[0-9]+", "/*", issue["pointer"]), issue["code"]) for issue in told_of}
        return not issues or not issues <= UNSAYABLE
    if isinstance(failure, ServerError):
        # The contents of a provider's own options are that provider's to judge: its refusal is a documented 502.
        sent = case.body if isinstance(case.body, dict) else {}
        return not (told.get("code") == "provider_error" and "provider_options" in sent)
    return True
