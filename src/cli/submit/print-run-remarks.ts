import { sizeRemark } from "../../domain/model-size.ts";
import type { Omnidex } from "../../sdk/client.ts";
import type { SubmittedRun } from "../../sdk/index.ts";
import type { RunFields } from "../../submitting/stated-run-fields.ts";
import { nearestName } from "../output/nearest-name.ts";

/** The fields that describe a model, with the options that set them. */
const DESCRIBED = { parameters: "--parameters", organization: "--organization", url: "--model-url" } as const;

/** A remark on the stated size of a model, if it cannot be read. */
export const statedSizeRemarks = ({ model }: Pick<RunFields, "model">): readonly string[] =>
  [sizeRemark(model.parameters ?? "")].filter((text) => text !== null);

/** Remarks on a model's fields that a submission stated and the server did not take: it was described before. */
export function untakenRemarks(
  { model, anonymous }: Pick<RunFields, "model" | "anonymous">,
  run: Pick<SubmittedRun, "id" | "model">,
): readonly string[] {
  // The model of an anonymous run is a pseudonym, which has no description.
  if (anonymous === true) return [];
  return (Object.keys(DESCRIBED) as (keyof typeof DESCRIBED)[]).flatMap((field) => {
    const [stated, kept] = [model[field] ?? "", run.model[field] ?? ""];
    if (stated === "" || stated === kept) return [];
    const keeps = kept === "" ? `has no '${field}'` : `keeps its '${field}', '${kept}'`;
    const option = DESCRIBED[field] === "--model-url" ? "--url" : DESCRIBED[field];
    return `${DESCRIBED[field]} '${stated}' was not stored: the model ${run.model.name} was submitted before and ${keeps}. Its owner changes it with 'omnidex runs update ${run.id} ${option} …'.`;
  });
}

/** A remark on the stated prompt if it is like the name of a template of the benchmark, but not equal. Any text is allowed. */
export async function promptRemarks(
  omnidex: Omnidex,
  { benchmark, prompt }: Pick<RunFields, "benchmark" | "prompt">,
): Promise<readonly string[]> {
  if (typeof prompt !== "string") return [];
  const names = (await omnidex.promptTemplates(benchmark)).map(({ name }) => name);
  const near = names.includes(prompt) ? null : nearestName(prompt, names);
  if (near === null) return [];
  return [
    `${benchmark} has no prompt template '${prompt}'. Did you mean '${near}'? It is stored as a text of your own.`,
  ];
}
