"""Nonsense over HTTP and on sockets: refused in the one shape, and never a 5xx."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from schemathesis.specs.openapi.checks import (
    negative_data_rejection,
    positive_data_acceptance,
    unsupported_method,
)
from websockets.exceptions import ConnectionClosed

from saleroom.server import messages
from saleroom.server.http import ENDPOINTS, Endpoint

from .players import Guest, Server, Socket

pytestmark = pytest.mark.once
REFUSALS = (400, 403, 404, 409, 413, 429)


def document() -> dict[str, Any]:
    """The HTTP API as OpenAPI, made from the endpoints themselves."""
    parts = [kind for e in ENDPOINTS for kind in (e.takes, e.gives) if kind is not None]
    _, schemas = msgspec.json.schema_components(
        [*parts, messages.Refusal, *messages.ALL], ref_template="#/components/schemas/{name}"
    )
    schemas["Happenings"] = {
        "anyOf": [
            {"type": "array", "items": {"$ref": "#/components/schemas/Happening"}},
            {"type": "null"},
        ]
    }
    paths: dict[str, Any] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint)
    text = json.dumps(
        {
            "openapi": "3.1.0",
            "info": {"title": "Saleroom", "version": "1"},
            "paths": paths,
            "components": {"schemas": schemas},
        }
    )
    return json.loads(text.replace("#/$defs/", "#/components/schemas/"))  # type: ignore[no-any-return]


def _operation(endpoint: Endpoint) -> dict[str, Any]:
    answer: dict[str, Any] = {"description": "done"}
    if endpoint.gives is not None:
        answer["content"] = {"application/json": {"schema": _ref(endpoint.gives)}}
    refusal = {
        "description": "refused",
        "content": {"application/json": {"schema": _ref(messages.Refusal)}},
    }
    found: dict[str, Any] = {
        "responses": {str(endpoint.status): answer, **{str(code): refusal for code in REFUSALS}}
    }
    found["parameters"] = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in ("id", "game", "lesson", "variant")
        if f"{{{name}}}" in endpoint.path
    ]
    if endpoint.takes is not None:
        found["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": _ref(endpoint.takes)}},
        }
    return found


def _ref(kind: type) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{kind.__name__}"}


schema = schemathesis.openapi.from_dict(document())

# JSON Schema takes 2.0 for an integer and knows nothing of names, tables and seats; OPTIONS and
# the like are answered 403 or 404 like every other request that means nothing here. What is too
# large is not read, so it is refused for that alone.
EXCLUDED = [positive_data_acceptance, unsupported_method]


@schema.parametrize()
@settings(max_examples=15, deadline=None, suppress_health_check=list(HealthCheck))
def test_http(case: Any, server: Server) -> None:
    answer = case.call(base_url=server.origin, headers={"Origin": server.origin})
    unread = [negative_data_rejection] if answer.status_code == 413 else []
    case.validate_response(answer, excluded_checks=[*EXCLUDED, *unread])


# -- sockets ---------------------------------------------------------------------------------------

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: (
        st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4)
    ),
    max_leaves=8,
)
codes = st.integers(-3, 70)
broken = st.fixed_dictionaries(
    {"t": st.sampled_from(["decide", "try", "take_back", "look", "ping", "view", ""])},
    optional={
        "id": st.just("x") | anything,
        "seat": codes | anything,
        "gate": codes | anything,
        "path": st.lists(codes, max_size=6) | anything,
        "more": anything,
    },
)
names = st.text("abcXYZ019_-", min_size=1, max_size=40)
seats = st.integers(0, 1) | st.integers(0, 61)
at_gate = {"id": names, "seat": seats, "gate": st.integers(0, 40) | st.integers(0, 2**53 - 1)}
with_path = {**at_gate, "path": st.lists(st.integers(0, 61), max_size=6)}
whole = st.one_of(
    st.fixed_dictionaries({"t": st.sampled_from(["decide", "try"]), **with_path}),
    st.fixed_dictionaries({"t": st.just("take_back"), **at_gate}),
    st.fixed_dictionaries({"t": st.just("look"), "seat": st.none() | seats}),
    st.fixed_dictionaries({"t": st.just("react"), "seat": seats, "what": st.just("hmm")}),
    st.just({"t": "ping"}),
)
frames = st.one_of(
    whole.map(json.dumps),
    broken.map(json.dumps),
    anything.map(json.dumps) | st.text(max_size=50) | st.binary(max_size=50),
)


def is_understood(frame: str | bytes) -> bool:
    """Is it a message of the wire, whatever the table will say to it?"""
    try:
        msgspec.json.decode(frame, type=messages.FromPage)
    except (msgspec.DecodeError, UnicodeError):
        return False
    return True


@pytest.fixture(scope="module")
def page(server: Server) -> list[Socket]:
    guest = Guest(server)
    guest.get("/api/lobby")
    table = guest.table("dutch", "hot", "hot")
    return [guest.connect(table, seat=0)]


def test_a_socket_that_hears_nonsense_answers_or_closes_and_the_table_goes_on(
    page: list[Socket], server: Server
) -> None:
    heard: list[str | bytes] = []

    @settings(
        max_examples=150,
        derandomize=True,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(said=st.lists(frames, max_size=5))
    def hear(said: list[str | bytes]) -> None:
        heard.extend(said)
        now = page[0]
        code = None
        try:
            for frame in said:
                now.raw.send(frame)
            now.say(t="ping")
            now.until(lambda m: m["t"] == "pong")
        except ConnectionClosed as closed:
            code = closed.rcvd.code if closed.rcvd is not None else 1006
            page[0] = now.guest.connect(now.table, seat=0)
            page[0].first()
        assert code in (None, 1007, 1008, 1009)
        assert server.is_up
        assert "Traceback" not in server.output.read_text()

    hear()
    assert len(heard) >= 150
    # Nonsense that is not even a message tries the decoder alone; enough of it must get behind.
    assert sum(map(is_understood, heard)) >= len(heard) / 3
