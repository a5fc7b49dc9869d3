// Values of a variant as people read and type them.

import type { Setting } from "../wire";
import { isValue, jsonOf, type Changes, type Value } from "./wish";

/** As it could stand in a file. */
export function shown(value: Value): string {
  return Array.isArray(value) ? `[${value.map(shown).join(", ")}]` : JSON.stringify(value);
}

/** As it stands in a field: a text without its quotes. */
export function typed(value: Value): string {
  return typeof value === "string" ? value : shown(value);
}

/** What was typed for a setting of this kind; null where it is nothing of that kind. */
export function valueOf(text: string, kind: Setting["kind"]): Value | null {
  const said = text.trim();
  if (kind === "text") return said;
  if (kind === "number") return /^[-\u2212]?\d{1,9}$/.test(said) ? Number(said.replace("\u2212", "-")) : null;
  if (kind === "switch") return said === "true" ? true : said === "false" ? false : null;
  const list = jsonOf(said.startsWith("[") ? said : `[${said}]`);
  return Array.isArray(list) && isValue(list) ? list : null;
}

export const WANTED: Record<Setting["kind"], string> = {
  number: "a whole number",
  switch: "true or false",
  text: "a word",
  list: "a list, such as [1, 2, 3]",
};

/** The changes with another value; none where it is the one that the variant has. */
export function withValue(changes: Changes, setting: Setting, value: Value): Changes {
  const { [setting.key]: _, ...others } = changes;
  return shown(value) === shown(setting.value) ? others : { ...others, [setting.key]: value };
}

/** The settings in whose key or description all these words are. */
export function found(settings: Setting[], words: string): Setting[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return settings.filter((each) => {
    const said = `${each.key} ${each.says}`.toLowerCase();
    return wanted.every((word) => said.includes(word));
  });
}
