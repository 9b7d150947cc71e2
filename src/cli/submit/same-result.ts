import type { Omnidex } from "../../sdk/client.ts";
import type { Run } from "../../sdk/types.ts";
import { remark } from "../output/printing.ts";

/** How many of the owner's latest runs of the model are compared. */
const MOST_RUNS = 50;

/**
 * Prints a remark if the owner already had a run of the same model and release with the same settings and result. The
 * idempotency key covers every option, so a file that is sent again with another value of an option, such as
 * `--visibility`, becomes a second run.
 */
export async function remarkSameResult(omnidex: Omnidex, run: Run): Promise<void> {
  if (run.score === null || run.counts === null) return;
  const filter = { mine: true, benchmarks: [run.benchmark.slug], models: [run.model.slug], inputs: run.inputs };
  const others = await omnidex.runs({ filter }).take(MOST_RUNS).toArray();
  const same = others.find((other) => other.id !== run.id && resultOf(other) === resultOf(run));
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

const resultOf = ({ release, frames, seed, prompt, openEnded, confirmations, counts, score }: Run): string =>
  JSON.stringify([release.id, frames, seed, prompt, openEnded, confirmations, counts, score?.value]);
