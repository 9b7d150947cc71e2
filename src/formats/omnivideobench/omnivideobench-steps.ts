import type { ImportReasoningStep } from "../../domain/import-batch.ts";
import { editDistance } from "../batch/compare-text.ts";
import type { OddityLog } from "../batch/oddities.ts";
import type { RecordReader } from "../files/record-reader.ts";

const STEP_FIELDS = ["modality", "evidence", "inference"] as const;
type StepField = (typeof STEP_FIELDS)[number];
const MODALITIES: ReadonlySet<string> = new Set(["vision", "audio"]);

/** "evodence" differs from "evidence" in one letter. The three field names differ from each other in at least five. */
const MAX_TYPOS = 2;

/** Reads the steps of a question. Misspelt field names are corrected and reported. */
export function readReasoningSteps(
  steps: RecordReader,
  key: string,
  oddities: OddityLog,
): readonly ImportReasoningStep[] {
  // video_582 has an empty string where an array should be.
  const records = steps.value === "" ? [] : steps.array("an array of reasoning steps");
  if (records.length === 0) oddities.add("NO_REASONING_STEPS", key, "The question has no reasoning steps.");
  return records.map((record, index) => readStep(record, index, key, oddities));
}

function readStep(record: RecordReader, index: number, key: string, oddities: OddityLog): ImportReasoningStep {
  const texts = new Map<StepField, string>();
  for (const [name, member] of record.members()) {
    const field = fieldMeant(name) ?? member.fail("a field called modality, evidence or inference", `'${name}'`);
    if (texts.has(field)) member.fail(`one field that means ${field}`, "a second one");
    if (field !== name) {
      oddities.add("MISSPELT_STEP_KEY", key, `Step ${index + 1} has "${name}", which was read as "${field}".`);
    }
    if (member.value !== null) texts.set(field, member.string());
  }
  const [modality = null, evidence = null, inference = null] = STEP_FIELDS.map((field) => texts.get(field) ?? null);
  reportGaps(texts, index, key, oddities);
  return { modality, evidence, inference };
}

function reportGaps(texts: ReadonlyMap<StepField, string>, index: number, key: string, oddities: OddityLog): void {
  const modality = texts.get("modality");
  if (modality !== undefined && !MODALITIES.has(modality)) {
    const message = `Step ${index + 1} has the modality "${modality}", which was kept as written.`;
    oddities.add("MISSPELT_STEP_MODALITY", key, message);
  }
  const missing = STEP_FIELDS.filter((field) => !texts.has(field));
  if (missing.length > 0) oddities.add("INCOMPLETE_STEP", key, `Step ${index + 1} has no ${missing.join(", no ")}.`);
}

function fieldMeant(name: string): StepField | null {
  const lower = name.toLowerCase();
  return STEP_FIELDS.find((field) => editDistance(lower, field) <= MAX_TYPOS) ?? null;
}
