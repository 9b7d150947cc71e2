import type { ItemStatistic } from "../item-statistics.ts";
import type { Bound } from "../question-numbers.ts";
import type { AudioType } from "../vocabulary.ts";
import {
  CONDITIONS,
  type ConditionKind,
  type Conditions,
  type FlagName,
  type RangeName,
  SETS,
  type SetName,
} from "./conditions.ts";

/** A set whose canonical form has its own kind. */
type FormedSet = { [Name in SetName]: Conditions[Name] extends { form: string } ? Name : never }[SetName];

/** Bounds on a statistic whose values an item snapshot records. */
export interface StatisticSlice {
  readonly kind: "statistic";
  /** The snapshot's primary key. */
  readonly snapshot: number;
  readonly field: ItemStatistic;
  readonly bound: Bound;
  readonly value: number;
}

interface AudioSlice {
  readonly kind: "audio";
  readonly quantifier: "any" | "all" | "none";
  readonly values: readonly AudioType[];
}

interface TextSlice {
  readonly kind: "text";
  readonly query: string;
}

/** Whether the latest review of a question's key calls the key ambiguous. The next review may decide otherwise. */
export interface KeyReviewSlice {
  readonly kind: "keyAmbiguous";
  readonly value: boolean;
}

/** A slice that is a single condition. Fingerprints depend on its form, so it stays as it is. */
export type ConditionSlice =
  | { readonly kind: "in"; readonly field: Exclude<SetName, FormedSet>; readonly values: readonly string[] }
  | { readonly kind: Conditions[FormedSet]["form"]; readonly values: readonly string[] }
  | { readonly kind: "duration"; readonly bound: Bound; readonly seconds: number }
  | {
      readonly kind: "number";
      readonly field: Exclude<RangeName, "durationSeconds">;
      readonly bound: Bound;
      readonly value: number;
    }
  | { readonly kind: "flag"; readonly field: Exclude<FlagName, "keyAmbiguous">; readonly value: boolean }
  | KeyReviewSlice
  | AudioSlice
  | StatisticSlice
  | TextSlice;

/**
 * A slice in canonical form: a small algebra over questions. Only `canonicalSlice` makes slices, so filters that it
 * recognizes as equivalent give equal values.
 */
export type Slice =
  | { readonly kind: "everything" }
  | { readonly kind: "nothing" }
  | ConditionSlice
  | { readonly kind: "and" | "or"; readonly of: readonly Slice[] }
  | { readonly kind: "not"; readonly of: Slice };

export const EVERYTHING: Slice = { kind: "everything" };
export const NOTHING: Slice = { kind: "nothing" };

/** Whether a slice is a single condition. */
export const isCondition = (slice: Slice): slice is ConditionSlice =>
  "of" in slice ? false : slice.kind !== "everything" && slice.kind !== "nothing";

/** The length of a fingerprint, which is the first hexadecimal digits of SHA-256 over the slice as JSON. */
export const FINGERPRINT_LENGTH = 32;

/** A condition under its name in the table of conditions. */
export type NamedCondition =
  | { readonly kind: "set"; readonly name: SetName; readonly values: readonly string[] }
  | { readonly kind: "range"; readonly name: RangeName; readonly bound: Bound; readonly value: number }
  | { readonly kind: "flag"; readonly name: FlagName; readonly value: boolean }
  | AudioSlice
  | StatisticSlice
  | TextSlice;

const SET_OF_FORM: ReadonlyMap<string, SetName> = new Map(
  SETS.flatMap((name) => {
    const { form }: ConditionKind = CONDITIONS[name];
    return form === undefined ? [] : [[form, name] as const];
  }),
);

/** A condition of a slice under its name. */
export function namedCondition(slice: ConditionSlice): NamedCondition {
  switch (slice.kind) {
    case "in":
      return { kind: "set", name: slice.field, values: slice.values };
    case "duration":
      return { kind: "range", name: "durationSeconds", bound: slice.bound, value: slice.seconds };
    case "number":
      return { kind: "range", name: slice.field, bound: slice.bound, value: slice.value };
    case "flag":
      return { kind: "flag", name: slice.field, value: slice.value };
    case "keyAmbiguous":
      return { kind: "flag", name: slice.kind, value: slice.value };
    case "audio":
    case "statistic":
    case "text":
      return slice;
    default:
      return { kind: "set", name: SET_OF_FORM.get(slice.kind) as SetName, values: slice.values };
  }
}
