import { createHash, type Hash } from "node:crypto";
import { canonical } from "../access/repeatable-call.ts";
import { Slices } from "../yielding.ts";
import { distinctInputs, type PredictionInput, type RunInput, type SubmissionInput } from "./submission-input.ts";

/**
 * The identity of a submission: SHA-256 over its content. Absent fields count as null, and the order of its inputs does
 * not matter. Switches that are off count as absent, so submissions from before a switch existed keep their hash.
 */
export const hashInput = (input: RunInput | SubmissionInput): Promise<string> =>
  hashAsSent({ ...input, inputs: distinctInputs(input.inputs) });

/** Whether a stored hash is that of the input. Older hashes depend on the order in which the inputs were sent. */
export const isHashOf = async (hash: string, input: RunInput | SubmissionInput): Promise<boolean> =>
  hash === (await hashInput(input)) || hash === (await hashAsSent(input));

async function hashAsSent(input: RunInput | SubmissionInput): Promise<string> {
  const { judge, openEnded, anonymous, ...rest } = input;
  const switches = Object.entries({ judge, openEnded, anonymous }).filter(([, value]) => value === true);
  const fields = { ...rest, ...Object.fromEntries(switches) };
  const members = Object.entries(fields)
    .filter(([, value]) => value != null)
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const hash = createHash("sha256");
  for (const [index, [name, value]] of members.entries()) {
    hash.update(`${index === 0 ? "{" : ","}${JSON.stringify(name)}:`);
    if (name === "predictions" && "predictions" in input) await hashRows(hash, input.predictions);
    else hash.update(canonical(value));
  }
  return hash.update("}").digest("hex");
}

/** The length of text that is hashed at once, in UTF-16 code units. */
const HASHED_AT_ONCE = 100_000;

/**
 * Hashes the rows in the form that `canonical` writes. Rows are sorted by question, because parallel harnesses write
 * them in a different order each time. `canonicalRow` lists the members in the order of their names, so they need not
 * be sorted.
 */
async function hashRows(hash: Hash, predictions: readonly PredictionInput[]): Promise<void> {
  const slices = new Slices();
  let text = "[";
  for (const [index, row] of predictions.toSorted(byQuestion).entries()) {
    text += `${index === 0 ? "" : ","}${JSON.stringify(canonicalRow(row))}`;
    if (text.length < HASHED_AT_ONCE) continue;
    hash.update(text);
    text = "";
    if (slices.isOver()) await slices.next();
  }
  hash.update(`${text}]`);
}

const byQuestion = (a: PredictionInput, b: PredictionInput): number =>
  a.question < b.question ? -1 : a.question > b.question ? 1 : 0;

const canonicalRow = ({ confirmation, error, question, response }: PredictionInput): object => ({
  confirmation: confirmation ?? undefined,
  error: error ?? undefined,
  question,
  response: response ?? undefined,
});
