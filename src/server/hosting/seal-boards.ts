import type { Board, FinalBoard, FinalEntry, SealedBoard } from "../../domain/final-board.ts";
import { readInstant } from "../../domain/instant.ts";
import { encodeNodeId } from "../../domain/node-id.ts";
import { EVERYTHING } from "../../domain/slice/question-slice.ts";
import { ANONYMOUS } from "../../domain/viewer.ts";
import { insertAuditRecord } from "../access/audit-log-queries.ts";
import { lockAnswerKey } from "../benchmarks/benchmark-locks.ts";
import { fetchBoardSplit } from "../benchmarks/challenge-queries.ts";
import {
  type DueBoard,
  fetchDueBoardOf,
  fetchDueBoards,
  fetchFinalBoard,
  fetchFinalSubmissions,
  fetchNamings,
  insertFinalBoard,
} from "../benchmarks/final-board-queries.ts";
import { leaderboard } from "../boards/leaderboard.ts";
import type { DetailedEntry, Leaderboard } from "../boards/leaderboard-entries.ts";
import { RunAggregates } from "../boards/run-aggregates.ts";
import { disclosedOf } from "../boards/shown-runs.ts";
import type { Database, Queryable } from "../db/database.ts";
import { type ServerMemory, serverMemory } from "../memory/server-memory.ts";

/**
 * Stores the final boards of challenges that have closed. A board is not stored while any of its runs waits for the
 * judge. If several servers do this at once, each board is stored by one of them.
 * @param database a database without its own audit, because this function writes the rows of the audit log
 */
export async function sealDueBoards(database: Database): Promise<void> {
  for (const { release, judging } of await fetchDueBoards(database))
    if (judging === 0) await database.transaction((tx) => sealBoard(database, tx, release));
}

async function sealBoard(database: Database, tx: Queryable, release: number): Promise<void> {
  // Transactions for submissions and changes hold the answer key. Locking the key waits for the transactions that began
  // before the closing date, so their changes are seen here.
  await lockAnswerKey(tx, release);
  const due = await fetchDueBoardOf(tx, [release]);
  if (due === undefined || due.judging > 0) return;
  await insertFinalBoard(tx, due, await finalBoardOf(database, tx, due));
  const { benchmark } = due;
  await insertAuditRecord(tx, {
    owner: null,
    apiKey: null,
    operation: "sealBoard",
    object: benchmark,
    outcome: "DONE",
    skipped: 0,
    requestId: "server",
  });
}

/** The boards of a release as everyone sees them; both boards if the leaderboard is split. */
async function finalBoardOf(database: Database, tx: Queryable, { release, benchmark }: DueBoard): Promise<SealedBoard> {
  // A separate memory, because the shared one may lack changes that another server has just committed.
  const memory = serverMemory({ ...database, query: (query) => tx.query(query), reads: tx, versions: ONE_VERSION });
  const aggregates = new RunAggregates(tx, memory, ANONYMOUS, { boardsOpen: true });
  const over = (board: Board | null): Promise<Leaderboard> =>
    leaderboard(tx, aggregates, ANONYMOUS, {
      benchmark,
      slice: EVERYTHING,
      runs: {},
      published: false,
      board,
      byMeans: true,
    });
  const whole = await over(null);
  const isSplit = (await fetchBoardSplit(tx, release)) !== undefined;
  return {
    entries: await finalEntries(tx, whole),
    privateEntries: isSplit ? await finalEntries(tx, await over("PRIVATE")) : null,
    ...(isSplit && { finalRuns: await finalRunsOf(tx, memory, release) }),
    questions: whole.questions,
    leftOut: whole.leftOut + whole.repeats,
  };
}

/** The runs whose scores the private board shows, of all owners. Rescoring changes them no more. */
async function finalRunsOf(tx: Queryable, memory: ServerMemory, release: number): Promise<readonly number[]> {
  const { shown } = await disclosedOf(tx, memory, release);
  return shown.flatMap(([run, { final }]) => (final === "NOT_SHOWN" ? [] : [run]));
}

/** A constant version, because nothing changes while the answer key is locked. */
const ONE_VERSION = { current: () => "sealing" };

async function finalEntries(tx: Queryable, board: Leaderboard): Promise<readonly FinalEntry[]> {
  const entries = await board.entries();
  const submissions = await fetchFinalSubmissions(
    tx,
    entries.flatMap(({ run }) => run ?? []),
  );
  const byRun = new Map(submissions.map((submission) => [submission.run, submission]));
  return entries.flatMap((entry) => {
    const submission = byRun.get(entry.run ?? -1);
    return submission === undefined ? [] : finalEntry(entry, submission);
  });
}

type Submission = Awaited<ReturnType<typeof fetchFinalSubmissions>>[number];

function finalEntry(
  { rank, rankRange, run, modelName: model, modelSlug, inputs, score }: DetailedEntry,
  { submittedAt, scoredAt, extractor, extractorVersion }: Submission,
): readonly FinalEntry[] {
  if (run === null || score === null) return [];
  const { value, n, standardError, interval, coarse } = score;
  return [
    {
      rank,
      rankRange: rankRange && { best: rankRange.best, worst: rankRange.worst },
      run: encodeNodeId("Run", run),
      model,
      modelSlug,
      inputs,
      submittedAt: submittedAt.toISOString(),
      scoredAt: (scoredAt ?? submittedAt).toISOString(),
      extractor,
      extractorVersion,
      score: { value, n, standardError, lower: interval.lower, upper: interval.upper, coarse },
    },
  ];
}

/**
 * A benchmark's final board, as everyone may see it: without the private part until the private board opens. Null until
 * it is stored.
 * @throws `BAD_USER_INPUT` for a closing date that is not an instant
 */
export async function finalBoard(
  database: Queryable,
  { benchmark, closedAt }: { readonly benchmark: string; readonly closedAt?: unknown },
): Promise<FinalBoard | null> {
  const found = await fetchFinalBoard(database, benchmark, closedAt == null ? null : readInstant("closedAt", closedAt));
  if (found === undefined) return null;
  const { board, version, contentHash, privateIsOpen } = found;
  const { entries, privateEntries, questions, leftOut } = board;
  const slugs = [...entries, ...(privateEntries ?? [])].map(({ modelSlug }) => modelSlug);
  const names = await fetchNamings(database, [...new Set(slugs)]);
  return {
    benchmark: found.benchmark,
    version,
    contentHash,
    closedAt: found.closedAt.toISOString(),
    sealedAt: found.sealedAt.toISOString(),
    entries,
    privateEntries: privateIsOpen ? privateEntries : null,
    questions,
    leftOut,
    names: names.flatMap(({ namedAt, ...name }) =>
      namedAt === null ? [] : [{ ...name, namedAt: namedAt.toISOString() }],
    ),
  };
}
