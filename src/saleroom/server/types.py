"""The page's types, made from the messages: `python -m saleroom.server.types > web/src/wire.ts`."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from saleroom.server import messages

HEADER = """\
// Made by `python -m saleroom.server.types` from saleroom/server/messages.py; not to be edited.
"""
UNIONS = {
    "FromPage": ("Decide", "TakeBack", "Try", "Look", "Ping", "React"),
    "FromServer": ("View", "Refused", "Tried", "Presence", "Notice", "Pong", "Reacted"),
}
OPEN = ("GameView", "Hint")  # games add fields of their own


def typescript() -> str:
    """The text of wire.ts."""
    _, parts = msgspec.json.schema_components(messages.ALL, ref_template="{name}")
    lines = [HEADER, f"export const VERSION = {messages.VERSION};", ""]
    for name in _in_order(parts):
        lines += [*_interface(name, parts[name]), ""]
    lines += ["export type Happenings = Happening[] | null;", ""]
    for name, members in UNIONS.items():
        lines.append(f"export type {name} = {' | '.join(members)};")
    return "\n".join(lines) + "\n"


def _in_order(parts: dict[str, Any]) -> list[str]:
    written = [line.__name__ for line in vars(messages).values() if isinstance(line, type)]
    others = [name for name in parts if name not in written]
    return [*others, *(name for name in written if name in parts)]


def _interface(name: str, schema: dict[str, Any]) -> list[str]:
    lines = []
    if told := schema.get("description"):
        lines.append(f"/** {told} */")
    lines.append(f"export interface {name} {{")
    required = schema.get("required", ())
    for key, kind in schema["properties"].items():
        lines.append(f"  {key}{'' if key in required else '?'}: {_type(kind)};")
    if name in OPEN:
        lines.append("  [key: string]: unknown;")
    return [*lines, "}"]


def _type(schema: dict[str, Any]) -> str:
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return " | ".join(_literal(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_type(one) for one in schema["anyOf"]))
    kind = schema.get("type")
    if kind == "array":
        if "prefixItems" in schema:
            return f"[{', '.join(_type(item) for item in schema['prefixItems'])}]"
        inner = _type(schema["items"])
        return f"({inner})[]" if re.search(r"\W\|\W", inner) else f"{inner}[]"
    if kind == "object":
        inside = schema.get("additionalProperties")
        return f"Record<string, {_type(inside) if isinstance(inside, dict) else 'unknown'}>"
    plain = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean"}
    return plain.get(str(kind), "null" if kind == "null" else "unknown")


def _literal(value: object) -> str:
    return f'"{value}"' if isinstance(value, str) else "null" if value is None else str(value)


if __name__ == "__main__":
    print(typescript(), end="")
