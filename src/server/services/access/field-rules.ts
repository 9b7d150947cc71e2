/**
 * The rules for what each caller gets from a field. "Answers are shown" means: the release is visible, or the caller is
 * an administrator or maintains its benchmark (`answer-visibility.ts`). A caller gets no field of an object that the
 * caller may not see, such as another owner's private run.
 */
export const FIELD_RULES = {
  everyone: "The same for everyone who sees the object.",
  listed:
    "What the caller may see. A private run and data that depend on it are shown only to its owner and administrators.",
  caller: "About the caller itself; null, false or empty without a key.",
  own: "Null for everyone except the run's owner and administrators.",
  maintainer:
    "Administrators and the benchmark's maintainers only; UNAUTHENTICATED without a key, FORBIDDEN with any other key.",
  administrator: "Administrators only; UNAUTHENTICATED without a key, FORBIDDEN with any other key.",
  null: "Null unless answers are shown.",
  empty: "An empty list, 0 or false, unless answers are shown.",
  refused: "FORBIDDEN unless answers are shown.",
  absent: "Reached through a field that is null, empty or refused unless answers are shown.",
  coarse:
    "Unless answers are shown, rounded to a step and limited by the Ladder; the same for all who are shown no answers.",
  responses:
    "No rows, unless answers are shown, the caller owns the run, or the benchmark's challenge has closed and its leaderboard is not split.",
  reduced:
    "Without the parts that reveal answers, unless answers are shown; the same for all who are shown no answers.",
  payload: "The result of a mutation, for whoever may call it.",
} as const satisfies Readonly<Record<string, string>>;
export type FieldRule = keyof typeof FIELD_RULES;

/** The rule of each field of a type. A field without an entry, or an entry without a field, is a compile error. */
export type FieldRules<T> = Readonly<Record<Exclude<keyof T, "__typename">, FieldRule>>;
