import type { Bitset } from "../../domain/bitset.ts";
import { dimensionLabel } from "../../domain/dimension-labels.ts";
import type { Dimension, LevelSource } from "../../domain/vocabulary.ts";
import type { ReleaseCatalog } from "./release-catalog.ts";

/** The part of a slice that has one value of a dimension. */
export interface FacetCount {
  readonly key: string;
  readonly label: string;
  /** Sorted, without repeats. */
  readonly nativeLabels: readonly string[];
  readonly questions: number;
  readonly videos: number;
}

/** A slice of a release. */
export interface SlicedRelease {
  readonly catalog: ReleaseCatalog;
  readonly mask: Bitset;
}

interface Tally {
  label: string;
  readonly natives: Set<string>;
  readonly sources: Set<LevelSource>;
  questions: number;
  videos: number;
}

/**
 * Counts the questions and videos of the slices for each value of a dimension. Values without questions are left out.
 * Sorted by the number of questions, descending, then by key.
 */
export function countFacets(slices: readonly SlicedRelease[], dimension: Dimension): readonly FacetCount[] {
  const tallies = new Map<string, Tally>();
  for (const slice of slices) countRelease(slice, dimension, tallies);
  return [...tallies]
    .map(([key, { label, natives, sources, questions, videos }]) => ({
      key,
      label: dimensionLabel(dimension, key, label, sources),
      nativeLabels: [...natives].sort(),
      questions,
      videos,
    }))
    .sort((a, b) => b.questions - a.questions || (a.key < b.key ? -1 : 1));
}

/** A video belongs to one release, so the counts of several releases can be added. */
function countRelease({ catalog, mask }: SlicedRelease, dimension: Dimension, tallies: Map<string, Tally>): void {
  const { entries, codes, starts } = catalog.dimensions[dimension];
  const counted = entries.map(({ key }) => tallies.get(key) ?? newTally(tallies, key));
  const seen = new Map<Tally, { question: number; readonly videos: Set<number> }>();
  mask.forEach((ordinal) => {
    const [from, to] = starts === null ? [ordinal, ordinal + 1] : [starts[ordinal] ?? 0, starts[ordinal + 1] ?? 0];
    for (let index = from; index < to; index++) {
      const code = codes[index] ?? -1;
      const tally = counted[code];
      const value = entries[code];
      if (tally === undefined || value === undefined) continue;
      const last = seen.get(tally) ?? { question: -1, videos: new Set() };
      seen.set(tally, last);
      if (tally.questions === 0 || value.label < tally.label) tally.label = value.label;
      if (value.native !== null) tally.natives.add(value.native);
      if (value.source !== null) tally.sources.add(value.source);
      if (last.question !== ordinal) tally.questions += 1;
      last.question = ordinal;
      const video = catalog.videos[ordinal] ?? 0;
      if (video !== 0) last.videos.add(video);
    }
  });
  for (const [tally, { videos }] of seen) tally.videos += videos.size;
  for (const [key, { questions }] of tallies) if (questions === 0) tallies.delete(key);
}

function newTally(tallies: Map<string, Tally>, key: string): Tally {
  const tally = { label: "", natives: new Set<string>(), sources: new Set<LevelSource>(), questions: 0, videos: 0 };
  tallies.set(key, tally);
  return tally;
}
