import type { ExportedScore } from "../../domain/exported-run.ts";
import { hubDataset } from "../../domain/hub-datasets.ts";
import { pagePaths, pageUrl } from "../../domain/page-urls.ts";
import { markdownTable, markdownText } from "../encoding/markdown.ts";
import type { FilePieces } from "../encoding/pieces.ts";
import { yamlText } from "../encoding/yaml.ts";
import { coarseNote, DENOMINATOR, type RunDocument, runId } from "../results/run-document.ts";
import { hubScore } from "./hub-eval-results.ts";

/**
 * The part of a model card about a run: `model-index` as front matter, and a table of the same scores.
 * @see https://github.com/huggingface/hub-docs/blob/main/modelcard.md?plain=1
 */
export async function* modelCard(document: RunDocument): FilePieces {
  const { run, release, score } = document;
  if (score === null) return;
  const parts = partsOf(document, score);
  const index = { "model-index": [{ name: run.model.name, results: [result(document, parts)] }] };
  const table = markdownTable(["Part", "Score", "95 %", "Questions"], parts.map(tableRow), ALIGNMENTS);
  const inputs = run.inputs.map((input) => input.toLowerCase()).join(" + ");
  yield [
    `---\n${yamlText(index)}---\n`,
    `## ${markdownText(release.title)}\n`,
    `Inputs: ${inputs}. ${DENOMINATOR} Intervals are clustered by video.${coarseNote(score)}\n`,
    table,
    `[The run on Omnidex](${pageOf(document)}), release ${release.version} of ${markdownText(release.benchmark)}.\n`,
  ].join("\n");
}

interface Part {
  readonly name: string;
  readonly score: ExportedScore;
}

const DIMENSIONS: Readonly<Record<string, string>> = { LEVEL: "Level", TASK: "Task", AUDIO_TYPE: "Audio" };

/** The parts with a score: the whole release, then each level, task and audio type. */
function partsOf({ cells }: RunDocument, score: ExportedScore): readonly Part[] {
  const inside = cells.map(({ dimension, label, score: part }) => {
    const name = `${DIMENSIONS[dimension] ?? dimension}: ${label}`;
    return { name, score: part };
  });
  return [{ name: "All", score }, ...inside];
}

const ALIGNMENTS = [undefined, "right", "right", "right"] as const;

/** A row of the table. Scores have one decimal place, as in papers. */
function tableRow({ name, score: { value, interval, n } }: Part): readonly string[] {
  const percent = (share: number): string => (share * 100).toFixed(1);
  const range = `${percent(interval.lower)}–${percent(interval.upper)}`;
  return [markdownText(name), percent(value), range, String(n)];
}

function result(document: RunDocument, parts: readonly Part[]) {
  const { run, release } = document;
  return {
    task: taskOf(run.inputs),
    dataset: {
      name: release.title,
      type: hubDataset(release.benchmark, release.homepage) ?? release.benchmark,
      args: { release: release.version, content: release.contentHash },
    },
    metrics: parts.map(({ name, score }) => ({ type: "accuracy", value: hubScore(score.value), name })),
    source: { name: "Omnidex", url: pageOf(document) },
  };
}

/** The Hub's name for what the model was asked to do. @see https://huggingface.co/tasks */
function taskOf(inputs: RunDocument["run"]["inputs"]) {
  if (inputs.includes("VIDEO")) return { type: "video-text-to-text", name: "Video-Text-to-Text" };
  if (inputs.includes("AUDIO")) return { type: "audio-text-to-text", name: "Audio-Text-to-Text" };
  return { type: "question-answering", name: "Question Answering" };
}

const pageOf = (document: RunDocument): string => pageUrl(document.origin, pagePaths.run(runId(document)));

/** Why a run that shows another run's score is exported without a score. */
export const REPEATS_BEST =
  "The run did not beat its owner's best run by enough, or leaves too many questions without a readable answer, so the release, which hides its answers, does not show its own score.";

/** Why the scores of a run cannot be listed; null if they can. */
export const withoutScore = ({ score, repeatsBest }: RunDocument): string | null =>
  repeatsBest
    ? REPEATS_BEST
    : score === null
      ? "No question of the release can be scored, or too few while its answers are hidden, so the run has no score to list."
      : null;
