import { ITEM_FIELDS } from "../../../domain/item-statistics.ts";
import type { ItemOrder, QuestionFilter } from "../../../sdk/index.ts";
import { filterFrom } from "../../slices/filter-edit.ts";

/** The parts of the view. */
export const PARTS = [
  { id: "questions", label: "Questions" },
  { id: "keys", label: "Suspected keys" },
  { id: "health", label: "Health" },
] as const;
export type Part = (typeof PARTS)[number]["id"];

/** The state of the view of a benchmark's question statistics, as its address holds it. Defaults are omitted. */
export interface ItemsSearch {
  readonly show?: Exclude<Part, "questions">;
  readonly filter?: QuestionFilter;
  /** The order of the questions, as `orderText` writes it. */
  readonly sort?: string;
  /** The key of the question whose curve is drawn. */
  readonly question?: string;
}

/** Parses the query string of an address; invalid parts are ignored. */
export function itemsSearch(search: Record<string, unknown>): ItemsSearch {
  const filter = filterFrom(search.filter);
  const { show, sort, question } = search;
  return {
    ...(show === "health" || show === "keys" ? { show } : {}),
    ...(filter === null ? {} : { filter }),
    ...(typeof sort === "string" ? { sort } : {}),
    ...(typeof question === "string" || typeof question === "number" ? { question: String(question) } : {}),
  };
}

/** The order of the release. */
export const IN_ORDER: ItemOrder = { field: "ORDINAL", direction: "ASC" };

/** Parses `discrimination` (the smallest first) or `-discrimination` (the largest first). */
export function orderFrom(text: string | undefined): ItemOrder {
  const isTurned = text?.startsWith("-") === true;
  const name = (isTurned ? text?.slice(1) : text)?.toUpperCase();
  const field = ITEM_FIELDS.find((one) => one === name);
  return field === undefined ? IN_ORDER : { field, direction: isTurned ? "DESC" : "ASC" };
}

/** The inverse of {@link orderFrom}; null for the order of the release. */
export function orderText({ field, direction }: ItemOrder): string | null {
  if (field === "ORDINAL" && direction !== "DESC") return null;
  return `${direction === "DESC" ? "-" : ""}${field.toLowerCase()}`;
}

/** The address without a part of its state. */
export function without<K extends keyof ItemsSearch>(search: ItemsSearch, field: K): Omit<ItemsSearch, K> {
  const { [field]: _, ...rest } = search;
  return rest;
}
