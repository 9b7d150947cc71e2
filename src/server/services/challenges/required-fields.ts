import type { ChallengeField } from "../../../domain/challenge.ts";
import { badInput } from "../../../domain/errors.ts";
import { fetchChallenge } from "../../data/challenge-queries.ts";
import { completeModelOf } from "../../data/model-writes.ts";
import { fetchBenchmarksRequiring, fetchStatedFields, type StatedFields } from "../../data/stated-field-queries.ts";
import type { Queryable } from "../../db/database.ts";
import type { InputIssue, RunInput } from "../submission/submission-input.ts";

/** The name of each required field in inputs. */
const NAMES: Readonly<Record<ChallengeField, string>> = {
  FRAMES: "frames",
  SEED: "seed",
  PROMPT: "prompt",
  NOTES: "notes",
  REPORT_URL: "reportUrl",
  MODEL_PARAMETERS: "model.parameters",
  MODEL_ORGANIZATION: "model.organization",
  MODEL_URL: "model.url",
};

const FIELDS: Readonly<Record<ChallengeField, (stated: Stated) => unknown>> = {
  FRAMES: ({ frames }) => frames,
  SEED: ({ seed }) => seed,
  PROMPT: ({ prompt }) => prompt,
  NOTES: ({ notes }) => notes,
  REPORT_URL: ({ reportUrl }) => reportUrl,
  MODEL_PARAMETERS: ({ model }) => model.parameters,
  MODEL_ORGANIZATION: ({ model }) => model.organization,
  MODEL_URL: ({ model }) => model.url,
};

type Stated = Pick<RunInput, "frames" | "seed" | "prompt" | "notes" | "reportUrl"> & {
  readonly model: Partial<RunInput["model"]>;
};

const missingIn = (required: readonly ChallengeField[], stated: Stated): readonly ChallengeField[] =>
  required.filter((name) => String(FIELDS[name](stated) ?? "").trim() === "");

const issueOf = (benchmark: string, name: ChallengeField): InputIssue => ({
  field: NAMES[name],
  message: `The challenge of '${benchmark}' requires '${NAMES[name]}'.`,
});

/** An issue for each field that the benchmark's challenge requires and the submission lacks. */
export async function missingFields(database: Queryable, input: RunInput): Promise<readonly InputIssue[]> {
  const challenge = await fetchChallenge(database, input.benchmark);
  return missingIn(challenge?.requiredFields ?? [], input).map((name) => issueOf(input.benchmark, name));
}

/**
 * Refuses a stored run that lacks a field that its benchmark's challenge requires. Must be called in the transaction
 * that stores, closes or changes the run.
 * @param given the description of the model in a submission; if the owner may describe the stored model, it fills the
 *   model's missing fields
 * @param changed the fields that a change concerns; other fields are not checked
 * @throws `BAD_USER_INPUT` with an issue for each missing field
 */
export async function requireFields(
  tx: Queryable,
  run: number,
  given: RunInput["model"] | null = null,
  changed: readonly string[] | null = null,
): Promise<void> {
  const stated = await fetchStatedFields(tx, run);
  const missing = stated === undefined ? [] : missingOf(stated, changed);
  if (stated === undefined || missing.length === 0) return;
  if (given !== null && missing.some(isOfModel)) {
    await completeModelOf(tx, run, given);
    const completed = await fetchStatedFields(tx, run);
    if (completed !== undefined) return refuse(completed, missingOf(completed, changed));
  }
  refuse(stated, missing);
}

const missingOf = (stated: StatedFields, changed: readonly string[] | null): readonly ChallengeField[] => {
  const { parameters, organization, url, requiredFields, ...run } = stated;
  const required = requiredFields.filter((name) => changed === null || changed.includes(NAMES[name]));
  return missingIn(required, { ...run, model: { parameters, organization, url } });
};

const isOfModel = (name: ChallengeField): boolean => name.startsWith("MODEL_");

function refuse({ benchmark, modelName }: StatedFields, missing: readonly ChallengeField[]): void {
  if (missing.length === 0) return;
  const known = ` The stored model '${modelName}' lacks it; whoever may describe that model adds it with updateModel.`;
  const issues = missing.map((name) => {
    const issue = issueOf(benchmark, name);
    return isOfModel(name) ? { ...issue, message: issue.message + known } : issue;
  });
  throw badInput(issues.map(({ message }) => message).join(" "), { issues });
}

/**
 * Refuses a change of a model that would remove a field that a challenge requires of one of the model's runs. Must be
 * called after the change, in its transaction.
 * @param changed the changed fields: `url`
 * @throws `BAD_USER_INPUT` with an issue for each field
 */
export async function requireModelFields(tx: Queryable, model: number, changed: readonly string[]): Promise<void> {
  const requiring = await fetchBenchmarksRequiring(tx, model);
  for (const { benchmark, requiredFields, ...card } of requiring) {
    const required = requiredFields.filter(
      (name) => isOfModel(name) && changed.includes(NAMES[name].slice("model.".length)),
    );
    const issues = missingIn(required, { model: card }).map((name) => issueOf(benchmark, name));
    if (issues.length > 0) throw badInput(issues.map(({ message }) => message).join(" "), { issues });
  }
}
