import datasheetsFile from "../../data/datasheets.json" with { type: "json" };
import { completeDatasheet, type Datasheet, type StatedFacts } from "./datasheet.ts";

const PUBLISHED: ReadonlyMap<string, StatedFacts> = new Map(Object.entries<StatedFacts>(datasheetsFile));

/** The datasheet of a built-in benchmark; null for other benchmarks. */
export function publishedDatasheet(slug: string): Datasheet | null {
  const stated = PUBLISHED.get(slug);
  return stated === undefined ? null : completeDatasheet(stated);
}
