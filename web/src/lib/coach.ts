// Somebody beside the table who says what to do: a guided round, or a worked example to try.

import type { View } from "../wire";

export const PAUSE_MS = { normal: 900, fast: 450, none: 0 }; // between the acts of others

/** The last of these views, as one who sees it first is told: with the rules, and all that has happened. */
export function atOnce(views: View[]): View | undefined {
  const last = views.at(-1);
  return last && { ...last, rules: views[0]?.rules ?? null, events: views.flatMap((view) => view.events ?? []) };
}

export interface Deed {
  name: string;
  icon?: string;
  href?: string;
  does?: () => void;
}

export interface Coach {
  readonly title: string; // of the lesson
  readonly place: string; // "Step 3 of 8"
  readonly home: string; // where one goes who leaves
  readonly says: string; // empty: the table speaks for itself
  readonly rule: string;
  readonly ready: boolean; // what was chosen may be confirmed
  readonly next: Deed | null; // the big button, where there is nothing to choose
  readonly others: Deed[];
  wants(code: number): boolean; // is this to be chosen now?
}
