import type { Modality } from "../../domain/vocabulary.ts";
import type { SubmissionHeader } from "../../formats/rows/submission-row.ts";
import { collectModalities, optionSpelling } from "../output/enum-values.ts";
import { ask } from "../output/terminal-prompts.ts";
import { UsageError } from "../output/usage-error.ts";
import type { SubmitCommandOptions } from "./run-field-options.ts";

const spelt = (inputs: readonly Modality[]): string => inputs.map(optionSpelling).join(",");

/**
 * The inputs that the options or the file state. If only the file's name or prompt suggests them, the user is asked,
 * because either may leave inputs out: VLMEvalKit's names and lmms-eval's prompts name the frames of a video, whatever
 * else the model was given. A dry run stores nothing, so it takes what they suggest.
 * @throws {UsageError} if the user must be asked, and there is no terminal to ask at
 */
export async function statedInputs(
  { inputs: stated, dryRun }: Pick<SubmitCommandOptions, "inputs" | "dryRun">,
  { inputs: found, inputsAreNamed }: Pick<SubmissionHeader, "inputs" | "inputsAreNamed">,
): Promise<readonly Modality[] | undefined> {
  if (stated !== undefined || found === undefined || inputsAreNamed !== true || dryRun === true) return stated ?? found;
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true)
    throw new UsageError(
      `Only the file's name or prompt suggests what the model was given: ${spelt(found)}. It may leave inputs out, so nothing was submitted.`,
      `State all inputs: --inputs video,audio, or --inputs ${spelt(found)} if there were no others.`,
    );
  const question = "The file's name or prompt may leave inputs out. What was the model given, besides the question?";
  return parsed(await ask(question, spelt(found)));
}

/** A note for a dry run whose inputs only the file's name or prompt suggests. */
export const namedInputsNotes = (
  { inputs: stated, dryRun }: Pick<SubmitCommandOptions, "inputs" | "dryRun">,
  { inputs: found, inputsAreNamed }: Pick<SubmissionHeader, "inputs" | "inputsAreNamed">,
): readonly string[] =>
  dryRun === true && stated === undefined && found !== undefined && inputsAreNamed === true
    ? [
        `Only the file's name or prompt suggests the inputs (${spelt(found)}), and it may leave some out. To submit, state them with --inputs.`,
      ]
    : [];

function parsed(answer: string): readonly Modality[] {
  try {
    return collectModalities(answer, undefined);
  } catch (error) {
    throw new UsageError(`'${answer}' is not a list of inputs.`, error instanceof Error ? error.message : undefined);
  }
}
