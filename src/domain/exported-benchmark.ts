import type { ImportAudioLabel } from "./import-batch.ts";
import type { Dominance, Level } from "./vocabulary.ts";

/** A task as an export of a whole benchmark has it. */
export interface ExportedTask {
  readonly name: string;
  readonly level: Level;
  readonly dominance: Dominance | null;
  readonly chance: number | null;
  readonly metric: string;
}

/** A video as an export of a whole benchmark has it. */
export interface ExportedVideoRow {
  readonly key: string;
  /** `Film`, or `Film/Drama` with its subcategory: names, not slugs. */
  readonly category: string | null;
  readonly durationSeconds: number | null;
  /** Null where it is the `duration` of `native`. */
  readonly durationLabel: string | null;
  readonly audioTypes: readonly ImportAudioLabel[];
  readonly url: string | null;
  readonly subset: string | null;
  readonly caption: string | null;
  readonly native: Readonly<Record<string, unknown>>;
}
