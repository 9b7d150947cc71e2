import { EXTRACTORS } from "../../../src/reading/extractor-registry.ts";
import { omnidexExtractor } from "../../../src/reading/omnidex/omnidex-extractor.ts";
import { addToAccuracy, emptyAccuracy, type LogAccuracy } from "./log-accuracy.ts";
import { addReading, emptyTally, type ReadingTally, readOutput } from "./reading-tally.ts";
import { KINDS, type Kind, type RealOutput, realOutputs } from "./real-outputs.ts";

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
  /** The time divided by the reference's time for the same responses in the same run. */
  readonly ratio: number;
}

/** Everything that one run measures. */
export interface Measurement {
  readonly readings: MeasuredReading[];
  readonly times: MeasuredTime[];
  readonly accuracies: (LogAccuracy & { readonly model: string })[];
}

/**
 * Reads every response in the folder with Omnidex. The other extractors read all labelled responses and every n-th of
 * the others, because AVI-Bench's reader takes milliseconds for a long response.
 */
export function measure(folder: string, omnidexOnly: boolean, every: number): Measurement {
  const extractors = omnidexOnly ? [omnidexExtractor] : EXTRACTORS;
  const measurement: Measurement = { readings: [], times: [], accuracies: [] };
  for (const { model, outputs } of realOutputs(folder)) {
    const sample = outputs.filter(({ kind }, at) => kind === "labelled" || at % every === 0);
    for (const extractor of extractors) {
      const own = extractor === omnidexExtractor ? outputs : sample;
      const reads: (string | null)[] = [];
      const microseconds = timeOf(own, (output) => reads.push(readOutput(extractor, output)));
      measurement.times.push({
        extractor: extractor.name,
        model,
        microseconds,
        ratio: microseconds / referenceTime(own),
      });
      measurement.readings.push(...tallyKinds(own, reads, extractor.name, model));
      if (extractor === omnidexExtractor) measurement.accuracies.push({ model, ...accuracyOf(own, reads) });
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

/** The reference for times: one pass of a pattern over the text, which is the least that any reader needs. */
function referenceTime(outputs: readonly RealOutput[]): number {
  return timeOf(outputs, ({ response }) => response.match(/\b[A-J]\b/g));
}
