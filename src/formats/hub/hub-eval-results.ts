import { hubDataset } from "../../domain/hub-datasets.ts";
import { pagePaths, pageUrl } from "../../domain/page-urls.ts";
import type { FilePieces } from "../encoding/pieces.ts";
import { yamlText } from "../encoding/yaml.ts";
import { generationDetails, type RunDocument, runId } from "../results/run-document.ts";

/**
 * A score in the form that the Hub and papers print: from 0 to 100, with two decimal places.
 * @example hubScore(0.53333) // 53.33
 */
export const hubScore = (share: number): number => Math.round(share * 10_000) / 100;

/**
 * A file for the folder `.eval_results` of a model's repository. `verifyToken` is left out, because only the Hub's own
 * jobs get a token. `revision` is left out, because the model's commit is not recorded.
 * @see https://github.com/huggingface/hub-docs/blob/main/eval_results.yaml
 * @see https://huggingface.co/docs/hub/eval-results
 */
export async function* hubEvalResults(document: RunDocument): FilePieces {
  const { run, release, score, origin } = document;
  if (score === null) return;
  yield yamlText([
    {
      // The results of a benchmark without tasks on the Hub belong to the task 'default'.
      dataset: { id: hubDataset(release.benchmark, release.homepage), task_id: "default" },
      value: hubScore(score.value),
      date: run.createdAt,
      source: { url: pageUrl(origin, pagePaths.run(runId(document))), name: "Omnidex" },
      notes: notesOf(document),
    },
  ]);
}

/** How the model was prompted, which questions the score covers, and whether it is rounded. */
function notesOf(document: RunDocument): string {
  const { release, score } = document;
  const { inputs = "", open_ended, frames, prompt, seed } = generationDetails(document);
  const { interval } = score ?? {};
  return [
    `inputs: ${inputs.toLowerCase().replaceAll(",", "+")}`,
    ...(frames === undefined ? [] : [`frames: ${frames}`]),
    ...(seed === undefined ? [] : [`seed: ${seed}`]),
    ...(prompt === undefined ? [] : [`prompt: ${prompt}`]),
    ...(open_ended === "true" ? ["open-ended"] : []),
    ...(score === null ? [] : [`n: ${score.n}`]),
    ...(interval === undefined ? [] : [`95 % interval: ${hubScore(interval.lower)} to ${hubScore(interval.upper)}`]),
    ...(score?.coarse === true ? ["score and interval are rounded: the release hides its answers"] : []),
    `content: ${release.contentHash}`,
  ].join("; ");
}

/** Why a benchmark's scores cannot be listed on the Hub; null if they can. */
export function withoutDataset({ release: { benchmark, homepage } }: RunDocument): string | null {
  if (hubDataset(benchmark, homepage) !== null) return null;
  return `'${benchmark}' has no dataset on the Hugging Face Hub, which every result there needs. Set the benchmark's homepage to https://huggingface.co/datasets/<owner>/<name>.`;
}
