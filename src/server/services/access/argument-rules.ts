/**
 * What an argument of a field, or a field of an input, may be used for. `FIELD_RULES` defines "answers are shown".
 * The rule of an argument never allows more than the rule of its field.
 */
export const ARGUMENT_RULES = {
  inherited: "Whoever may ask for the field may give the argument. The rule of the field still decides what they get.",
  call: "Whoever may call the mutation may give the argument. Anyone else is refused, with or without the argument.",
  seen: "Selects among what the caller may see. Other owners' private runs, and their models, match nothing.",
  caller: "About the caller itself; matches nothing without a key.",
  disclosed:
    "FORBIDDEN, or without a part, for a slice over which a release that hides its answers has no scores, unless answers are shown.",
  refused: "FORBIDDEN unless answers are shown.",
  opened: "FORBIDDEN for a private board that has not opened, unless answers are shown.",
  unmatched: "Matches nothing unless answers are shown.",
  secret:
    "Matches nothing in a release that hides its answers, whoever asks, because slices are shared by all callers.",
  unordered: "Runs whose answers are not shown are ordered by id, not by score.",
  shown: "Searches only texts that are shown to everyone who sees the object.",
} as const satisfies Readonly<Record<string, string>>;
export type ArgumentRule = keyof typeof ARGUMENT_RULES;

/**
 * The rule of each argument of a field, or of each field of an input. An argument without a rule, or a rule without
 * an argument, is a compile error.
 */
export type ArgumentRules<T> = Readonly<Record<keyof T, ArgumentRule>>;
