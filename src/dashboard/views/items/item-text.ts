import type { TextCell, TextColumn } from "../../../formats/tables/text-table.ts";
import type { Item } from "../../../sdk/index.ts";
import { percent } from "../../data/figures-text.ts";

export const ITEM_COLUMNS: readonly TextColumn[] = [
  { title: "Question" },
  { title: "Runs", align: "right" },
  { title: "Right", align: "right" },
  { title: "95 %", align: "right", csv: ["lower", "upper"] },
  { title: "Discrimination", align: "right" },
  { title: "Agreement", align: "right" },
  { title: "Unreadable", align: "right" },
];

/** A figure from −1 to 1 with two decimals: `0.42`, `−0.10`; a dash for none. */
export const coefficient = (value: number | null): string =>
  value === null ? "–" : value.toFixed(2).replace("-", "−");

/** A share as a percentage; a dash for none. */
export const share = (value: number | null): string => (value === null ? "–" : percent(value));

/** `62.0–97.1`; a dash for none. */
export const range = (interval: { readonly lower: number; readonly upper: number } | null): string =>
  interval === null ? "–" : `${percent(interval.lower)}–${percent(interval.upper)}`;

/** The row of a question. CSV has numbers at full precision. */
export const itemCells = (item: Item): readonly TextCell[] => [
  item.question.key,
  String(item.asked),
  { text: share(item.share), values: [item.share] },
  { text: range(item.interval), values: [item.interval?.lower ?? null, item.interval?.upper ?? null] },
  { text: coefficient(item.discrimination), values: [item.discrimination] },
  { text: share(item.agreement), values: [item.agreement] },
  { text: share(item.unparsed), values: [item.unparsed] },
];
