// Somebody beside the table who says what to do: a guided round, or a worked example to try.

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
