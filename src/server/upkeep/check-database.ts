import { encodeNodeId } from "../../domain/node-id.ts";
import { computeRowsHash } from "../benchmarks/release-hash-queries.ts";
import { inSnapshot } from "../benchmarks/snapshot.ts";
import type { Database } from "../db/database.ts";
import { requireMigrated } from "../db/migrations.ts";
import {
  type CheckedRelease,
  fetchCheckedReleases,
  fetchRunsAfter,
  fetchViolations,
  type Violations,
} from "./check-queries.ts";
import { checkRun } from "./check-run.ts";
import type { CheckSummary, Finding } from "./finding.ts";
import { releaseRules } from "./release-rules.ts";
import type { Rule } from "./rule.ts";
import { BENCHMARK_RULES, JUDGE_RULES, RUN_RULES } from "./run-rules.ts";

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
