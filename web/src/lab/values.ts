// Values of a variant as people read and type them.

import type { Setting } from "../wire";
import { isValue, jsonOf, type Changes, type Value } from "./wish";

/** As it stands in a field: without the quotes and brackets of a file. */
export function typed(value: Value): string {
  return Array.isArray(value) ? value.join(", ") : String(value);
}

/** As it is read. */
export function shown(value: Value): string {
  return typed(value) || "none";
}

/** The key, and what it belongs to. */
export function called({ key, of }: Pick<Setting, "key" | "of">): string {
  return of ? `${key} (${of.replaceAll("_", " ")})` : key;
}

/** What was typed for a setting of this kind; null where it is nothing of that kind. */
export function valueOf(text: string, kind: Setting["kind"]): Value | null {
  const said = text.trim();
  if (kind === "text") return said;
  if (kind === "number") return /^[-\u2212]?\d{1,9}$/.test(said) ? Number(said.replace("\u2212", "-")) : null;
  if (kind === "switch") return said === "true" ? true : said === "false" ? false : null;
  const parts = said.split(",").map((part) => part.trim());
  if (parts.every((part) => /^[a-z][\w-]*$/i.test(part))) return parts;
  const list = jsonOf(said.startsWith("[") ? said : `[${said}]`);
  return Array.isArray(list) && isValue(list) ? list : null;
}

export const WANTED: Record<Setting["kind"], string> = {
  number: "a whole number",
  switch: "true or false",
  text: "a word",
  list: "a list, such as 1, 2, 3",
};

/** The changes with another value; none where it is the one that the variant has. */
export function withValue(changes: Changes, setting: Setting, value: Value): Changes {
  const { [setting.key]: _, ...others } = changes;
  return JSON.stringify(value) === JSON.stringify(setting.value) ? others : { ...others, [setting.key]: value };
}

/** The settings in whose name or description all these words are. */
export function found(settings: Setting[], words: string): Setting[] {
  const wanted = words.toLowerCase().split(/\s+/).filter(Boolean);
  return settings.filter((each) => {
    const said = `${called(each)} ${each.says}`.toLowerCase();
    return wanted.every((word) => said.includes(word));
  });
}
