import { MODALITIES, type Modality } from "../../domain/vocabulary.ts";
import { type Fields, indexOf, nameOf, textOf } from "../files/record-fields.ts";
import type { SubmissionHeader } from "../rows/submission-row.ts";

/**
 * The output fields of a row that Omnidex exported, unchanged. Unlike in a harness's file, a response is never read as a
 * failure message, and the error "none" is an error. A null response stays null and is a prediction.
 */
export const exportedOutput = (response: unknown, error: unknown) => ({
  response: textOf(response),
  error: textOf(error),
  missing: false,
});

/**
 * Reads the run's fields from the details of an export. The value of each detail is a text.
 * @see src/formats/results/run-document.ts, `runDetails`
 */
export function exportedHeader(details: Fields): SubmissionHeader {
  const inputs = nameOf(details.inputs)?.split(",") ?? [];
  return {
    benchmark: nameOf(details.benchmark),
    model: nameOf(details.model_name),
    parameters: nameOf(details.model_parameters),
    organization: nameOf(details.model_organization),
    modelUrl: nameOf(details.model_url),
    inputs: modalities(inputs),
    frames: indexOf(details.frames),
    seed: indexOf(details.seed),
    prompt: textOf(details.prompt) ?? undefined,
    notes: textOf(details.notes) ?? undefined,
    reportUrl: nameOf(details.report_url),
    openEnded: nameOf(details.open_ended) === "true" ? true : undefined,
  };
}

/** The modalities among some words; undefined if there are none. */
export function modalities(words: readonly unknown[]): readonly Modality[] | undefined {
  const known = MODALITIES.filter((name) => words.includes(name));
  return known.length === 0 ? undefined : known;
}

/** The benchmark whose name occurs in a harness's task name. */
export function benchmarkNamed(task: string): string | undefined {
  const plain = task.toLowerCase().replace(/[^a-z]/g, "");
  return ["worldsense", "mmworld", "omnivideobench", "avi-bench"].find((slug) => plain.includes(slug.replace("-", "")));
}
