import type { ExportedRelease } from "../../domain/exported-release.ts";
import type { ExportedCell, ExportedPrediction, ExportedRun, ExportedScore } from "../../domain/exported-run.ts";
import { encodeNodeId } from "../../domain/node-id.ts";
import { optionLabel, selectionLabels } from "../../domain/option-label.ts";

/** The fields of an exported run, without its predictions. */
export interface RunDocument {
  readonly run: ExportedRun;
  readonly release: ExportedRelease;
  /** Whether the viewer may see fields that reveal the answers. */
  readonly answersVisible: boolean;
  /** Whether the viewer may see the run's responses. */
  readonly responsesVisible: boolean;
  /**
   * The run's own score over the whole release; null if none of its questions can be scored, if answers are hidden
   * and fewer than 20 can, or if `repeatsBest` is true.
   */
  readonly score: ExportedScore | null;
  /**
   * Whether the run shows the score of another run of its owner, or no score: because it leaves too many questions out, or
   * because the score would be that of a private run or reveal the owner of an anonymous run. Its own score is then not
   * available.
   */
  readonly repeatsBest: boolean;
  /** The number of predictions. */
  readonly predictions: number;
  /**
   * A digest of the error types of all predictions, because files with other labels need other entity tags; null if the
   * viewer may not see them.
   */
  readonly labelsDigest: string | null;
  /** The scores by level, task and audio type; empty if the viewer may not see answers. */
  readonly cells: readonly ExportedCell[];
  /** The version of Omnidex. */
  readonly version: string;
  /** The server's root URL, as the client addressed it: `http://127.0.0.1:4000`. */
  readonly origin: string;
}

/** `run_12`: the run's id on this server. */
export const runId = ({ run }: RunDocument): string => encodeNodeId("Run", run.id);

/** The model's name in the form `organization/name`, which other formats use, unless it has this form already. */
export function modelId({ run: { model } }: RunDocument): string {
  const { name, organization } = model;
  if (organization !== null && !name.startsWith(`${organization}/`)) return `${organization}/${name}`;
  return organization !== null || /^[^/\s]+\/[^/]/.test(name) ? name : `unknown/${name}`;
}

/** A question as plain text, with its options if the model saw them. The surrounding prompt is not recorded. */
export function questionText(row: ExportedPrediction, { run }: RunDocument): string {
  const options = run.openEnded ? [] : row.options.map((text, position) => `${optionLabel(position)}. ${text}`);
  return [row.text, ...options].join("\n");
}

/** The gold answers as texts. There is one, or several for captions and for open text. Empty if the viewer may not see them. */
export function references({ answer }: ExportedPrediction): readonly string[] {
  if (answer === null) return [];
  switch (answer.kind) {
    case "option":
      return [optionLabel(answer.position)];
    case "options":
      return [selectionLabels(answer.positions)];
    case "text":
      return [answer.text, ...(answer.also ?? [])];
    case "number":
      return [answer.text];
    case "captions":
      return answer.captions;
    case "counts":
      return [JSON.stringify(answer.counts)];
    case "indices":
      return [JSON.stringify(answer.indices)];
    case "boxes":
      return [JSON.stringify({ bbox: answer.boxes, original_wh: answer.size })];
  }
}

/** How the score was computed, for the metadata of every format: as texts, because some accept nothing else. */
export function scoringDetails({ run, release }: RunDocument): Readonly<Record<string, string>> {
  const { scoring } = run;
  return {
    benchmark: release.benchmark,
    release_version: String(release.version),
    release_hash: release.contentHash,
    license: release.license ?? "not stated",
    answer_access: release.answerAccess,
    key_revision: String(scoring.keyRevision),
    scoring_revision: String(scoring.revision),
    extractor: scoring.extractor,
    extractor_version: scoring.extractorVersion,
    ...(scoring.judge !== null && { judge: scoring.judge }),
    ...(run.confirmations !== null && { confirmations: run.confirmations.toLowerCase() }),
    partial: String(run.partial),
    ...(run.ambiguousShare !== null && { ambiguous_share: String(run.ambiguousShare) }),
    scored_at: scoring.scoredAt,
  };
}

/** The recorded details of how the model was prompted. */
export function generationDetails({ run }: RunDocument): Readonly<Record<string, string>> {
  const { frames, seed, prompt, notes, reportUrl } = run;
  const given = { frames, seed, prompt, notes, report_url: reportUrl };
  const known = Object.entries(given).filter(([, value]) => value !== null);
  return {
    inputs: run.inputs.join(","),
    open_ended: String(run.openEnded),
    ...Object.fromEntries(Object.entries(run.protocol ?? {}).map(([name, value]) => [snakeCase(name), String(value)])),
    ...Object.fromEntries(known.map(([name, value]) => [name, String(value)])),
  };
}

/** `maxTokens` as `max_tokens`. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The benchmark, the model and the details of the prompting. They suffice to submit the run again. */
export function runDetails(document: RunDocument): Readonly<Record<string, string>> {
  return { ...scoringDetails(document), ...modelDetails(document), ...generationDetails(document) };
}

/** The recorded details of the model. */
export function modelDetails({ run: { model } }: RunDocument): Readonly<Record<string, string>> {
  const { name, parameters, organization, url } = model;
  const given = { model_parameters: parameters, model_organization: organization, model_url: url };
  const known = Object.entries(given).flatMap(([field, value]) => (value === null ? [] : [[field, value] as const]));
  return { model_name: name, ...Object.fromEntries(known) };
}

/** The number of predictions that have a score. */
export const scoredPredictions = ({ score }: RunDocument): number => (score === null ? 0 : score.n - score.missing);

/** The counts of a score. A coarse score has only the numbers of questions and videos. */
export const scoreCounts = ({ n, clusters, coarse, correct, unparsed, missing, errored }: ExportedScore) =>
  coarse ? { n, clusters } : { n, clusters, correct, unparsed, missing, errored };

/** The note beside a coarse score in a file; empty for an exact one. */
export const coarseNote = ({ coarse }: ExportedScore): string =>
  coarse ? " The release hides its answers: the score, its error and its interval are rounded." : "";

/** One sentence that says which questions a score covers. */
export const DENOMINATOR =
  "Every question of the release that can be scored: missing, failed and unreadable predictions count as wrong.";

/** Which questions the run's own score covers, and whether the score is rounded. */
export const denominatorOf = ({ score }: RunDocument): string =>
  `${DENOMINATOR}${score === null ? "" : coarseNote(score)}`;
