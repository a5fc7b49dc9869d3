// How a game speaks that has no voice of its own: in the form's words.

import { deed, labelOf, missing, openPart } from "../lib/form";
import type { Voice } from "../lib/game";

export const plain: Voice = {
  round: (view) => (view.round ? `Round ${view.round}` : ""),
  steps: (desk) => [{ name: (desk.view?.phase ?? "").replace(/_/g, " "), on: true }],
  inline: [],
  sentence: ({ filling }) => {
    if (!filling) return null;
    const open = openPart(filling);
    const words = deed(filling);
    if (!words) return null;
    if (filling.complete) return [{ strong: words }, { text: open.most > 1 ? "? You may still add to it or take away." : "?" }];
    return [{ strong: words }, { text: `. Now: ${open.form.key.replace(/_/g, " ")}.` }];
  },
  deed: (_, filling) => {
    if (!filling.complete) return missing(filling);
    const open = openPart(filling);
    if (open.form.set && !open.chosen.length && typeof open.form.close === "number") {
      const before = filling.parts.length > 1 ? `${deed(filling)}, then ` : "";
      return `${before}${before ? "nothing more" : "Nothing"}`;
    }
    const last = open.form.set ? open.chosen.map((code) => open.form.labels[String(code)] ?? "").join(", ") : "";
    const words = deed(filling);
    return last && !words.includes(last) ? `${words}; ${last}` : words;
  },
  button: (filling, code) => ({ name: labelOf(filling, code) ?? String(code) }),
};
