import { expect, it } from "vitest";
import { blocks, inline } from "../src/lib/markdown";

it("headings of the same words have ids of their own", () => {
  const ids = blocks("## Buying\n\n## Buying\n").map((block) => (block.kind === "h" ? block.id : ""));
  expect(ids).toEqual(["buying", "buying-2"]);
});

it("rules are items that can be found, and their numbers links", () => {
  expect(blocks("- **D57** [both] Pay by D56.")[0]).toMatchObject({ kind: "li", rule: "D57" });
  expect(inline("Pay by D56.")).toContainEqual({ rule: "D56" });
});

it("tables and code stay what they are", () => {
  expect(blocks("| a | b |\n|---|---|\n| 1 | 2 |\n\n```\nx = 1\n```").map((block) => block.kind)).toEqual(["table", "code"]);
});
