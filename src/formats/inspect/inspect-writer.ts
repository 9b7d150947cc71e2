import type { ExportedPrediction } from "../../domain/exported-run.ts";
import { type FilePieces, itemsOf, type Pieces } from "../encoding/pieces.ts";
import {
  denominatorOf,
  generationDetails,
  modelId,
  type RunDocument,
  runDetails,
  runId,
  scoreCounts,
} from "../results/run-document.ts";
import { inspectSample, SCORER } from "./inspect-sample.ts";

/**
 * An Inspect log of version 2 as JSON, in the form that `inspect_ai.log.read_eval_log` reads. Its members are in the
 * order in which Inspect writes them, so that readers need not look ahead.
 * @see inspect_ai/log/_log.py, `EvalLog`
 */
export async function* inspectLog(document: RunDocument, pieces: Pieces<ExportedPrediction>): FilePieces {
  const head = {
    version: 2,
    status: "success",
    eval: spec(document),
    plan: PLAN,
    results: results(document),
    stats: stats(document),
  };
  yield `${JSON.stringify(head).slice(0, -1)},"samples":[`;
  yield* itemsOf(pieces, (row) => inspectSample(row, document));
  yield "\n]}\n";
}

const PLAN = { name: "plan", steps: [{ solver: "unknown", params: {}, params_passed: {} }], config: {} };

function spec(document: RunDocument) {
  const { run, release } = document;
  return {
    eval_id: runId(document),
    run_id: runId(document),
    created: run.createdAt,
    task: release.benchmark,
    task_id: `${release.benchmark}/${release.contentHash.slice(0, 12)}`,
    task_version: release.version,
    task_attribs: {},
    task_args: {},
    task_args_passed: {},
    dataset: { name: release.title, location: release.homepage, samples: release.questions, shuffled: false },
    model: modelId(document),
    model_generate_config: run.seed === null ? {} : { seed: run.seed },
    model_args: generationDetails(document),
    config: { epochs: 1 },
    packages: { omnidex: document.version },
    metadata: { ...runDetails(document), denominator: denominatorOf(document) },
    scorers: [{ name: SCORER, options: {}, metrics: [{ name: "accuracy" }, { name: "stderr" }] }],
  };
}

function results(document: RunDocument) {
  const { release, score, predictions } = document;
  return {
    total_samples: release.questions,
    // Questions without a prediction are not samples of the log. A coarse score does not say how many predictions
    // failed.
    completed_samples: predictions - (score === null || score.coarse ? 0 : score.errored),
    scores: score === null ? [] : [overall(document, score)],
    metadata: { denominator: denominatorOf(document) },
  };
}

function overall({ run }: RunDocument, score: NonNullable<RunDocument["score"]>) {
  const metric = (name: string, value: number) => ({ name, value, params: {} });
  return {
    name: SCORER,
    scorer: SCORER,
    scored_samples: score.coarse ? score.n : score.n - score.missing - score.errored,
    params: { extractor: run.scoring.extractor },
    metrics: {
      accuracy: { ...metric("accuracy", score.value), metadata: { ...scoreCounts(score), interval: score.interval } },
      stderr: { ...metric("stderr", score.standardError), metadata: { clustered_by: "video" } },
    },
  };
}

const stats = ({ run }: RunDocument) => ({
  started_at: run.createdAt,
  completed_at: run.scoring.scoredAt,
  model_usage: {},
  role_usage: {},
});
