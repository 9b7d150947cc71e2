import { omnidexExtractor } from "../../src/scoring/extractors/omnidex.ts";
import { EXTRACTORS } from "../../src/scoring/extractors/extractor-registry.ts";
import { addToAccuracy, emptyAccuracy, type LogAccuracy } from "./log-accuracy.ts";
import { KINDS, type Kind, type RealOutput, realOutputs } from "./real-outputs.ts";
import { addReading, emptyTally, type ReadingTally, readOutput } from "./reading-tally.ts";

/** How one extractor reads one model's responses of one kind. */
export interface MeasuredReading extends ReadingTally {
  readonly extractor: string;
  readonly model: string;
  readonly kind: Kind;
}

/** The mean time for a response. */
export interface MeasuredTime {
  readonly extractor: string;
  readonly model: string;
  readonly microseconds: number;
  /** Divided by the time that the reference needs for the same responses in the same run. */
  readonly ratio: number;
}

/** Everything that one run measures. */
export interface Measurement {
  readonly readings: MeasuredReading[];
  readonly times: MeasuredTime[];
  readonly accuracies: (LogAccuracy & { readonly model: string })[];
}

/** Reads every response in the folder with every extractor, or with Omnidex alone. */
export function measure(folder: string, omnidexOnly: boolean): Measurement {
  const extractors = omnidexOnly ? [omnidexExtractor] : EXTRACTORS;
  const measurement: Measurement = { readings: [], times: [], accuracies: [] };
  for (const { model, outputs } of realOutputs(folder)) {
    const reference = timeOf(outputs, ({ response }) => lettersIn(response));
    for (const extractor of extractors) {
      const reads: (string | null)[] = [];
      const microseconds = timeOf(outputs, (output) => reads.push(readOutput(extractor, output)));
      measurement.times.push({ extractor: extractor.name, model, microseconds, ratio: microseconds / reference });
      measurement.readings.push(...tallyKinds(outputs, reads, extractor.name, model));
      if (extractor === omnidexExtractor) measurement.accuracies.push({ model, ...accuracyOf(outputs, reads) });
    }
  }
  return measurement;
}

function tallyKinds(
  outputs: readonly RealOutput[],
  reads: readonly (string | null)[],
  extractor: string,
  model: string,
): MeasuredReading[] {
  return KINDS.filter((kind) => kind !== "open").map((kind) => {
    const tally = emptyTally();
    for (const [at, output] of outputs.entries())
      if (output.kind === kind) addReading(tally, output.gold, reads[at] ?? null);
    return { extractor, model, kind, ...tally };
  });
}

function accuracyOf(outputs: readonly RealOutput[], reads: readonly (string | null)[]): LogAccuracy {
  const accuracy = emptyAccuracy();
  for (const [at, output] of outputs.entries()) addToAccuracy(accuracy, output, reads[at] ?? null);
  return accuracy;
}

/** Mean microseconds for one response. */
function timeOf(outputs: readonly RealOutput[], read: (output: RealOutput) => unknown): number {
  const start = performance.now();
  for (const output of outputs) read(output);
  return ((performance.now() - start) * 1_000) / Math.max(1, outputs.length);
}

/** The reference for times: counts the words of one letter in one pass over the text, which every reader has to do. */
function lettersIn(response: string): number {
  return response.match(/\b[A-J]\b/g)?.length ?? 0;
}
