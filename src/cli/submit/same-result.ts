import type { Omnidex } from "../../sdk/client.ts";
import type { Run } from "../../sdk/types.ts";
import { remark } from "../output/printing.ts";

/** How many of the owner's latest runs of the model are compared. */
const MOST_RUNS = 50;
/** How many responses of two runs with equal scores are compared. */
const MOST_RESPONSES = 1000;

/**
 * Prints a remark if the owner already had a run of the same model and release with the same settings and result. The
 * idempotency key covers every option, so a file that is sent again with another value of an option, such as
 * `--visibility`, becomes a second run.
 */
export async function remarkSameResult(omnidex: Omnidex, run: Run): Promise<void> {
  if (run.score === null || run.counts === null) return;
  const filter = { mine: true, benchmarks: [run.benchmark.slug], models: [run.model.slug], inputs: run.inputs };
  const others = await omnidex.runs({ filter }).take(MOST_RUNS).toArray();
  const alike = others.filter((other) => other.id !== run.id && resultOf(other) === resultOf(run));
  const same = await firstWithResponses(omnidex, alike, run);
  if (same === undefined) return;
  const change =
    same.visibility === run.visibility
      ? ""
      : `'omnidex runs update ${same.id} --visibility ${run.visibility.toLowerCase()}' changes who sees it, and `;
  remark(
    `Note: ${same.id} (${same.visibility.toLowerCase()}) has the same model, settings and result. ` +
      `If it is the same submission: ${change}'omnidex withdraw ${run.id}' withdraws the new run.`,
  );
}

/** The first of the runs with the responses of `run`. Two epochs of one log may have equal scores. */
async function firstWithResponses(omnidex: Omnidex, runs: readonly Run[], run: Run): Promise<Run | undefined> {
  const own = runs.length === 0 ? "" : await responsesOf(omnidex, run);
  for (const other of runs) if ((await responsesOf(omnidex, other)) === own) return other;
  return undefined;
}

async function responsesOf(omnidex: Omnidex, { id }: Run): Promise<string> {
  const predictions = await omnidex.predictions(id, { pageSize: MOST_RESPONSES }).take(MOST_RESPONSES).toArray();
  return JSON.stringify(predictions.map(({ question, response }) => [question.key, response]));
}

const resultOf = ({ release, frames, seed, prompt, openEnded, confirmations, counts, score }: Run): string =>
  JSON.stringify([release.id, frames, seed, prompt, openEnded, confirmations, counts, score?.value]);
