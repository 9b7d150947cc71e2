import type { Level, LevelSource } from "./vocabulary.ts";

/** Follows the label of a level that Omnidex, and not the benchmark's paper or file, has assigned. */
const ASSIGNED = "assigned by Omnidex";

/** A level in a list: `"reasoning"`, or `"reasoning (assigned by Omnidex)"`. Nobody takes synthetic levels for a paper's. */
export const sourcedLevel = (level: Level, source: LevelSource, isSynthetic: boolean): string =>
  source === "CURATED" && !isSynthetic ? `${level.toLowerCase()} (${ASSIGNED})` : level.toLowerCase();

/**
 * The label of a level under which questions are counted together: `sources` says who assigned the level of these
 * questions. Across benchmarks, and in a file with tasks that the paper does not have, both may have.
 */
export function levelLabel(name: string, sources: ReadonlySet<LevelSource>): string {
  if (!sources.has("CURATED")) return name;
  return sources.has("PAPER") ? `${name} (partly ${ASSIGNED})` : `${name} (${ASSIGNED})`;
}
