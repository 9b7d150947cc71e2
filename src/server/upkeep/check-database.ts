import { encodeNodeId } from "../../domain/node-id.ts";
import { isPartial } from "../../domain/partial.ts";
import { inSnapshot } from "../benchmarks/benchmark-locks.ts";
import { computeRowsHash } from "../benchmarks/release-hash-queries.ts";
import type { Database, Queryable } from "../db/database.ts";
import { refuseNewerDatabase, requireMigrated } from "../db/migrations.ts";
import {
  type CheckedRelease,
  type CheckedRun,
  fetchCheckedReleases,
  fetchCheckedRun,
  fetchPredictionsAfter,
  fetchRunsAfter,
  fetchScoringAfter,
  fetchShownOptions,
  fetchViolations,
  type Violations,
} from "./check-queries.ts";
import { BENCHMARK_RULES, JUDGE_RULES, RUN_RULES, type Rule, releaseRules } from "./check-rules.ts";
import { type Difference, ExpectedVectors, inconsistencies, readVectors, vectorDifferences } from "./check-vectors.ts";
import { refuseHalfDistributed } from "./distribution-queries.ts";

/** The number of predictions that one statement reads. Their texts are not read. */
const PIECE = 20_000;

/** The result of checking one run. */
interface CheckedVectors {
  readonly differences: readonly Difference[];
  readonly scorings: number;
  readonly predictions: number;
}

/**
 * Checks the vectors of each scoring of a run, and compares the vectors of the latest scoring with the run's
 * predictions, within one snapshot.
 */
async function checkRun(tx: Queryable, id: number): Promise<CheckedVectors> {
  const run = await fetchCheckedRun(tx, id);
  if (run === undefined) return { differences: [], scorings: 0, predictions: 0 };
  const expected = await expectedVectors(tx, run);
  const differences: Difference[] = expected.strays.map((found) => ({
    code: "PREDICTION",
    subject: "predictions",
    expected: `questions 0 to ${run.questions - 1}, each with an outcome`,
    found,
  }));
  let scorings = 0;
  let revision = 0;
  for (let next = await fetchScoringAfter(tx, id, 0); next !== undefined; ) {
    scorings += 1;
    revision = next.revision;
    const vectors = readVectors(next);
    const following = await fetchScoringAfter(tx, id, revision);
    if (vectors !== null && vectors.length === run.questions) {
      const own = [...inconsistencies(vectors)];
      if (following === undefined)
        own.push(
          ...vectorDifferences(expected, vectors),
          ...summaryDifferences(run, expected, vectors.sets.unscored.count()),
        );
      differences.push(...own.map((one) => ({ ...one, subject: `${one.subject} in scoring ${revision}` })));
    }
    next = following;
  }
  return { differences, scorings, predictions: expected.predictions };
}

async function expectedVectors(tx: Queryable, { id, questions }: CheckedRun): Promise<ExpectedVectors> {
  const expected = new ExpectedVectors(questions, await fetchShownOptions(tx, id));
  for (let after = -2_147_483_648; ; ) {
    const rows = await fetchPredictionsAfter(tx, id, after, PIECE);
    for (const row of rows) expected.add(row);
    if (rows.length < PIECE) return expected;
    after = rows.at(-1)?.ordinal ?? after;
  }
}

/** Checks a run's stored summary (`missing`, `partial`, `ambiguousShare`) against its predictions and vectors. */
function summaryDifferences(run: CheckedRun, expected: ExpectedVectors, unscored: number): Difference[] {
  const scorable = run.questions - unscored;
  const { answered, unparsed, errored } = expected.sets;
  const missing = scorable - (answered.count() + unparsed.count() + errored.count());
  const share = expected.predictions === 0 ? 0 : expected.ambiguous / expected.predictions;
  const wanted = { missing, partial: isPartial(missing, scorable), ambiguousShare: share };
  return (["missing", "partial", "ambiguousShare"] as const).flatMap((name) => {
    const [is, should] = [run[name], wanted[name]];
    const same = typeof is === "number" && typeof should === "number" ? Math.abs(is - should) < 1e-9 : is === should;
    return same ? [] : [{ code: "RUN_SUMMARY", subject: name, expected: String(should), found: String(is) }];
  });
}

/** A violated invariant of the database. */
export interface Finding {
  /** A code such as `VECTOR_DIFFERS`; docs/backups.md lists all of them. */
  readonly code: string;
  /** The run's id in the API; null if the finding is not about a run. */
  readonly run: string | null;
  /** The benchmark's slug, and the version of its release; null if unknown. */
  readonly benchmark: string | null;
  readonly release: number | null;
  /** What the finding is about: `question 17`. */
  readonly subject: string;
  readonly expected: string;
  readonly found: string;
}

/** How much was checked. */
export interface CheckSummary {
  readonly releases: number;
  readonly runs: number;
  readonly scorings: number;
  readonly predictions: number;
  readonly findings: number;
}

/** The most findings to report per rule. If there are more, one further finding states how many. */
const MOST_OF_A_RULE = 20;
/** How many runs are listed with one statement. */
const RUNS = 500;

type Check = AsyncGenerator<Finding, CheckSummary, void>;

/**
 * Verifies the consistency of a database: score vectors against predictions, counts against rows, contents of releases
 * against their hashes, and invariants that the schema cannot express. Each release, run and rule is read in its own
 * snapshot, so concurrent writes cause no findings, and no writer waits for long. It needs memory for the vectors of
 * one run, and for some pages of rows.
 *
 * @returns the generator's return value: how many releases, runs and predictions were checked
 * @throws `CONFLICT` for a database of an older version
 */
export async function* checkDatabase(database: Database): Check {
  await requireMigrated(database);
  const seen = { releases: 0, runs: 0, scorings: 0, predictions: 0, findings: 0 };
  const releases = await fetchCheckedReleases(database);
  const places = new Map(releases.map((release) => [release.id, release]));
  for await (const finding of allFindings(database, places, seen)) {
    seen.findings += 1;
    yield finding;
  }
  return seen;
}

type Seen = { -readonly [K in keyof CheckSummary]: number };
type Places = ReadonlyMap<number, CheckedRelease>;

async function* allFindings(database: Database, places: Places, seen: Seen): AsyncGenerator<Finding> {
  for (const rule of BENCHMARK_RULES) yield* broken(database, rule, places);
  for (const release of places.values()) {
    seen.releases += 1;
    for (const rule of releaseRules(release.id)) yield* broken(database, rule, places);
    yield* contentOf(database, release);
  }
  for (const rule of [...RUN_RULES, ...JUDGE_RULES]) yield* broken(database, rule, places);
  yield* vectorsOf(database, places, seen);
}

async function* broken(database: Database, rule: Rule, places: Places): AsyncGenerator<Finding> {
  const { rows, total }: Violations = await inSnapshot(database, (tx) => fetchViolations(tx, rule, MOST_OF_A_RULE));
  for (const { run, release, subject, expected, found } of rows)
    yield { code: rule.code, ...placeOf(run, release, places), subject, expected, found };
  if (total > rows.length)
    yield {
      ...{ code: rule.code, ...placeOf(null, rows[0]?.release ?? null, places) },
      ...{ subject: "more of the same", expected: "none", found: String(total - rows.length) },
    };
}

async function* contentOf(database: Database, release: CheckedRelease): AsyncGenerator<Finding> {
  const hash = await inSnapshot(database, (tx) => computeRowsHash(tx, release.id));
  if (hash === release.rowsHash) return;
  const place = { run: null, benchmark: release.benchmark, release: release.version };
  const found = hash ?? "none";
  yield {
    code: "RELEASE_CONTENT",
    ...place,
    subject: "hash of its rows",
    expected: release.rowsHash ?? "a hash",
    found,
  };
}

async function* vectorsOf(database: Database, places: Places, seen: Seen): AsyncGenerator<Finding> {
  for (let after = 0; ; ) {
    const runs = await fetchRunsAfter(database, after, RUNS);
    for (const { id, release } of runs) {
      const { differences, scorings, predictions } = await inSnapshot(database, (tx) => checkRun(tx, id));
      seen.runs += 1;
      seen.scorings += scorings;
      seen.predictions += predictions;
      for (const { code, subject, expected, found } of differences)
        yield { code, ...placeOf(id, release, places), subject, expected, found };
    }
    if (runs.length < RUNS) return;
    after = runs.at(-1)?.id ?? after;
  }
}

function placeOf(
  run: number | null,
  release: number | null,
  places: Places,
): Pick<Finding, "run" | "benchmark" | "release"> {
  const place = release === null ? undefined : places.get(release);
  return {
    run: run === null ? null : encodeNodeId("Run", run),
    benchmark: place?.benchmark ?? null,
    release: place?.version ?? null,
  };
}

/** A line of a check's output: a finding, or the summary as the last line. */
export type CheckLine = Finding | { readonly summary: CheckSummary };

/** A check as lines of JSON. */
export async function* checkLines(database: Database): AsyncGenerator<string, void> {
  await refuseNewerDatabase(database);
  await refuseHalfDistributed(database);
  const findings = checkDatabase(database);
  for (;;) {
    const next = await findings.next();
    const line: CheckLine = next.done ? { summary: next.value } : next.value;
    yield `${JSON.stringify(line)}\n`;
    if (next.done) return;
  }
}
