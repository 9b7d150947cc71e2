import type { Bitset } from "../../../domain/bitset.ts";
import { checkText, OmnidexError } from "../../../domain/errors.ts";
import { encodeNodeId } from "../../../domain/node-id.ts";
import { counted } from "../../../domain/texts.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import type { Extractor } from "../../../reading/extraction.ts";
import { isJudgeable } from "../../../scoring/judging/judge-request.ts";
import { requireSealed } from "../../benchmarks/require-sealed.ts";
import type { Queryable } from "../../db/database.ts";
import { fetchViewedRelease } from "../../memory/release-queries.ts";
import { fetchRunVectors } from "../../memory/score-queries.ts";
import { fetchVerdicts, insertJudgeTasks } from "../judge-queries.ts";
import { type Judge, judgeTasksOf } from "../judging/judge.ts";
import { fetchLatestScoring, fetchRunPredictions, type LatestScoring } from "../key-revision-queries.ts";
import type { AnswerSheet } from "../reading/answer-sheet.ts";
import { type ExistingRun, markForJudge } from "../run-writes.ts";
import { lockOwnRunAndKey } from "../submission/run-access.ts";
import { requestedJudge } from "../submission/run-admission.ts";
import type { RunServices } from "../submission/run-services.ts";
import { askAgain } from "./ask-again.ts";
import { readOtherwise } from "./next-scoring.ts";
import { rescoreWhole } from "./rescore-at.ts";

export interface RescoredRun {
  readonly run: number;
  /** False if nothing has changed since the last scoring. */
  readonly rescored: boolean;
  /** Why the run was rescored, or why it was not. */
  readonly message: string;
}

/** How to rescore a run. */
export interface RescoreOptions {
  /** Stored with the scoring; if null, a description of the change. */
  readonly reason: string | null;
  /** Whether to ask the judge about the responses that are not read. The default is false. */
  readonly judge?: boolean | null | undefined;
}

/**
 * Reads and scores a run again with the current extractor and answer key, and captions with the current FENSE models.
 * Does nothing if none of these has changed since the last scoring. Verdicts of a judge are kept; predictions for which
 * the judge was unreachable are queued again.
 * @throws `NOT_FOUND` for a run that does not exist or belongs to another owner; `CONFLICT` for an unscored run;
 *   `BAD_USER_INPUT` if a judge is asked for and the server has none, `FORBIDDEN` if answers are hidden from the viewer
 */
export async function rescoreRun(
  { database, sheets, extractor, pool, budget, judge }: RunServices,
  viewer: Viewer,
  id: number,
  { reason, judge: asksJudge }: RescoreOptions,
): Promise<RescoredRun> {
  checkText("reason", reason, 0, 10_000);
  const done = await database.transaction(async (tx) => {
    const locked = await lockOwnRunAndKey(tx, viewer, id);
    await requireSealed(tx, [locked.release]);
    const reader = requestedJudge(judge, asksJudge);
    const latest = requireScoring(await fetchLatestScoring(tx, id), id);
    if (reader !== null) await requireJudgeAllowed(tx, viewer, locked);
    const sheet = await sheets.load(tx, locked);
    const asked = { sheet, ordinals: null, questions: ["option", "meaning"], onlyFailed: true } as const;
    const waiting = judge === null ? [] : await askAgain(tx, [id], { ...asked, judgeModel: judge.model });
    const vectors = (await fetchRunVectors(tx, [id])).get(id);
    const news = [...whatChanged(latest, sheet, extractor), ...scoredOtherwise(vectors?.unscored, sheet)];
    if (news.length > 0) {
      const why = reason?.trim() || news.join(" ");
      const rescoring = { sheet, extractor, pool, budget, reason: why, judge: latest.judge };
      await rescoreWhole(tx, { run: id, revision: latest.revision }, rescoring);
    }
    const unread = reader === null ? null : await askAboutUnread(tx, id, sheet, reader);
    const also = [...(waiting.length > 0 ? [ASKED_AGAIN] : []), ...(unread === null ? [] : [askedText(unread)])];
    const message = [...news, ...also].join(" ") || unchanged(latest);
    return { run: id, rescored: news.length > 0, message };
  });
  judge?.signal.give();
  return done;
}

const ASKED_AGAIN = "The judge is asked again about the responses that it could not be asked about before.";

const askedText = (responses: number): string =>
  responses === 0
    ? "There is no response that was not read and that a judge would read."
    : `The judge is asked about ${counted(responses, "response")} that ${responses === 1 ? "was" : "were"} not read; the score follows.`;

function requireScoring(latest: LatestScoring | undefined, id: number): LatestScoring {
  if (latest !== undefined) return latest;
  throw new OmnidexError("CONFLICT", `The run '${encodeNodeId("Run", id)}' is not scored yet: finalize it first.`);
}

function whatChanged(latest: LatestScoring, { keyRevision }: AnswerSheet, extractor: Extractor): readonly string[] {
  const { name, version } = extractor;
  return [
    ...(readOtherwise(latest, extractor)
      ? [`The extractor is now ${name} ${version}; it was ${latest.extractor} ${latest.extractorVersion}.`]
      : []),
    ...(latest.keyRevision === keyRevision
      ? []
      : [`The answer key's revision is now ${keyRevision}; it was ${latest.keyRevision}.`]),
  ];
}

/**
 * A sentence if this server can score other questions than the last scoring did, for example captions since FENSE was
 * configured; else empty.
 */
function scoredOtherwise(unscored: Bitset | undefined, { unscoredOrdinals }: AnswerSheet): readonly string[] {
  const before = unscored?.count() ?? 0;
  const isSame = unscoredOrdinals.length === before && unscoredOrdinals.every((ordinal) => unscored?.has(ordinal));
  const now = unscoredOrdinals.length;
  return isSame ? [] : [`The number of questions that cannot be scored here is now ${now}; it was ${before}.`];
}

const unchanged = ({ extractor, extractorVersion, keyRevision }: LatestScoring): string =>
  `Nothing has changed since it was scored: extractor ${extractor} ${extractorVersion}, answer key revision ${keyRevision}.`;

/**
 * Queues judge tasks for the responses of a scored run that were not read and that a judge would read. All other
 * predictions keep their scores. When the judge has answered, the run is scored again with its readings.
 * @returns how many responses the judge is asked about
 */
async function askAboutUnread(tx: Queryable, run: number, sheet: AnswerSheet, judge: Judge): Promise<number> {
  const asked = new Set((await fetchVerdicts(tx, [run])).map(({ ordinal }) => ordinal));
  const unread = (await fetchRunPredictions(tx, [run], null)).filter((prediction) => {
    const question = sheet.questions[prediction.ordinal]?.scored;
    return question !== undefined && !asked.has(prediction.ordinal) && isJudgeable(prediction, prediction, question);
  });
  const tasks = judgeTasksOf(unread, sheet, judge);
  if (tasks.length === 0) return 0;
  await insertJudgeTasks(tx, run, tasks);
  await markForJudge(tx, run);
  return tasks.length;
}

/**
 * A release that hides its answers counts every score against a quota, so a run has a judge from the start or not at all.
 * @throws `CONFLICT` for a withdrawn run; `FORBIDDEN` if answers are hidden from the viewer
 */
async function requireJudgeAllowed(tx: Queryable, viewer: Viewer, run: ExistingRun): Promise<void> {
  if (run.status !== "SCORED")
    throw new OmnidexError("CONFLICT", `The run is ${run.status}: a judge reads the responses of scored runs only.`);
  if ((await fetchViewedRelease(tx, run.release, viewer)).answersVisible) return;
  throw new OmnidexError(
    "FORBIDDEN",
    "On a release that hides its answers, a judge reads a run only if it is submitted with 'judge: true'. Submit it again.",
  );
}
