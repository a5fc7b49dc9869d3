// Just enough Markdown for our own rule texts: headings, paragraphs, lists, tables, code, emphasis.
// Made into data, not into HTML, so that nothing in a text can become markup.

export type Inline = { text: string } | { strong: string } | { em: string } | { code: string } | { rule: string };

export type Block =
  | { kind: "h"; level: number; text: string; id: string }
  | { kind: "p"; inline: Inline[] }
  | { kind: "li"; inline: Inline[]; rule: string }
  | { kind: "table"; head: Inline[][]; rows: Inline[][][] }
  | { kind: "code"; text: string }
  | { kind: "hr" };

export function inline(text: string): Inline[] {
  const found: Inline[] = [];
  let at = 0;
  const marks = /\*\*(?<strong>.+?)\*\*|`(?<code>[^`]+)`|(?<![\w*])\*(?<em>[^*\s][^*]*)\*(?!\w)|\b(?<rule>[A-Z]\d{1,3})\b/g;
  for (const match of text.matchAll(marks)) {
    if (match.index > at) found.push({ text: text.slice(at, match.index) });
    const { strong, code, em, rule } = match.groups ?? {};
    if (strong !== undefined) found.push({ strong });
    else if (code !== undefined) found.push({ code });
    else if (em !== undefined) found.push({ em });
    else if (rule !== undefined) found.push({ rule });
    at = match.index + match[0].length;
  }
  if (at < text.length) found.push({ text: text.slice(at) });
  return found;
}

export function slug(text: string): string {
  return text.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "");
}

function cells(line: string): Inline[][] {
  return line
    .replace(/^\||\|$/g, "")
    .split("|")
    .map((cell) => inline(cell.trim()));
}

export function blocks(markdown: string): Block[] {
  const found: Block[] = [];
  const ids = new Set<string>();
  const unique = (id: string): string => {
    let made = id;
    for (let n = 2; ids.has(made); n++) made = `${id}-${n}`;
    ids.add(made);
    return made;
  };
  const lines = markdown.split("\n");
  let paragraph: string[] = [];
  const flush = (): void => {
    if (paragraph.length) found.push({ kind: "p", inline: inline(paragraph.join(" ")) });
    paragraph = [];
  };
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? "";
    const heading = /^(#{1,6})\s+(.*)$/.exec(line);
    const item = /^\s*[-*]\s+(?:\*\*(?<rule>[A-Z]\d+)\*\*)?\s*(?<rest>.*)$/.exec(line) ?? /^\s*\d+\.\s+(?<rest>.*)$/.exec(line);
    if (line.startsWith("```")) {
      flush();
      const code: string[] = [];
      while (++i < lines.length && !lines[i]?.startsWith("```")) code.push(lines[i] ?? "");
      found.push({ kind: "code", text: code.join("\n") });
    } else if (heading) {
      flush();
      found.push({ kind: "h", level: heading[1]?.length ?? 1, text: heading[2] ?? "", id: unique(slug(heading[2] ?? "")) });
    } else if (/^---+\s*$/.test(line)) {
      flush();
      found.push({ kind: "hr" });
    } else if (item) {
      flush();
      found.push({ kind: "li", rule: item.groups?.["rule"] ?? "", inline: inline(item.groups?.["rest"] ?? "") });
    } else if (line.startsWith("|")) {
      flush();
      const head = cells(line);
      const rows: Inline[][][] = [];
      while (lines[i + 1]?.startsWith("|")) {
        i += 1;
        if (!/^\|[\s:|-]+\|?$/.test(lines[i] ?? "")) rows.push(cells(lines[i] ?? ""));
      }
      found.push({ kind: "table", head, rows });
    } else if (!line.trim()) flush();
    else paragraph.push(line.trim());
  }
  flush();
  return found;
}
