import type { ImportAudioLabel } from "../../domain/import-batch.ts";
import type { AudioType } from "../../domain/vocabulary.ts";
import type { RecordReader } from "../files/record-reader.ts";

/**
 * The audio types for a list of the benchmark's own terms. Repeated terms count once.
 * @throws {ImportError} for a term that the benchmark does not have.
 */
export function readAudioLabels(
  words: readonly RecordReader[],
  types: ReadonlyMap<string, AudioType>,
): readonly ImportAudioLabel[] {
  const labels = new Map<string, ImportAudioLabel>();
  for (const word of words) {
    const nativeLabel = word.oneOf([...types.keys()]);
    const type = types.get(nativeLabel);
    if (type !== undefined) labels.set(nativeLabel, { type, nativeLabel });
  }
  return [...labels.values()];
}
