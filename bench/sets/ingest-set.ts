import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import postgres from "postgres";
import { ADMIN } from "../../src/domain/viewer.ts";
import { importBenchmark } from "../../src/server/benchmarks/import-benchmark.ts";
import { openPostgresDatabase } from "../../src/server/db/postgres/postgres-database.ts";
import { runServices } from "../../src/server/runs/submission/run-services.ts";
import { submitRun } from "../../src/server/runs/submission/submission-pipeline.ts";
import { insertBare, readStored } from "../data/bare-insert.ts";
import { benchmarkBatch } from "../data/benchmark-batch.ts";
import type { DataSize } from "../data/data-size.ts";
import { writeReleaseFile } from "../data/release-file.ts";
import { SUBMISSION_SIZE, submissionOf } from "../data/submission.ts";
import { median, type Section, short, table } from "../report.ts";
import type { BenchContext } from "../support/bench-context.ts";
import { peakMemoryOf } from "../support/cpu-time.ts";
import { withScratchDatabase } from "../support/scratch-database.ts";

const TIMES = 12;
const OWNER = { owner: "bench", admin: false };

interface Ingest {
  readonly predictions: number;
  /** Milliseconds of each repetition. */
  readonly submit: readonly number[];
  readonly bare: readonly number[];
}

interface Import {
  readonly questions: number;
  readonly fileMb: number;
  readonly seconds: number;
  readonly peakMb: number;
}

/** Measures storing a run, compared with the bare insert of its rows, and importing a large release. */
export async function measureIngest({ options, postgres: server, say }: BenchContext): Promise<Section> {
  const [predictions, questions] = options.smoke ? [40, 400] : [SUBMISSION_SIZE, 100_000];
  say(`submitting runs of ${predictions} predictions`);
  const ingest = await withScratchDatabase(server.url, (url) =>
    measureSubmissions(url, sizeOf(options.size, predictions)),
  );
  say(`importing ${questions} questions`);
  const release = await withScratchDatabase(server.url, (url) => measureImport(url, sizeOf(options.size, questions)));
  return ingestSection(ingest, release);
}

/** One benchmark with that many questions. */
const sizeOf = (size: DataSize, questions: number): DataSize => ({
  ...size,
  benchmarks: 1,
  videosPerBenchmark: Math.ceil(questions / size.questionsPerVideo),
});

/** Measures in this process, without HTTP and the parsing of the document. */
async function measureSubmissions(url: string, size: DataSize): Promise<Ingest> {
  const database = openPostgresDatabase(url);
  const sql = postgres(url, { max: 2, onnotice: () => {} });
  try {
    await database.migrate();
    const batch = benchmarkBatch(0, size);
    await importBenchmark(database, batch, { viewer: ADMIN });
    const services = runServices(database);
    const submit = (key: string): Promise<{ run: number }> => submitRun(services, OWNER, submissionOf(batch, key));
    return { predictions: batch.questions.length, ...(await alternate(sql, submit)) };
  } finally {
    await sql.end();
    await database.close();
  }
}

async function alternate(
  sql: postgres.Sql,
  submit: (key: string) => Promise<{ run: number }>,
): Promise<Pick<Ingest, "submit" | "bare">> {
  const { run } = await submit("warm-up");
  const columns = await readStored(sql, run);
  const times = { submit: [] as number[], bare: [] as number[] };
  for (let time = 0; time < TIMES; time++) {
    times.submit.push(await timeOf(() => submit(`run-${time}`)));
    const [copy] = await sql<{ id: number }[]>`
      insert into runs (benchmark_id, release_id, model_id, inputs, visibility, status, owner, idempotency_key, input_hash)
      select benchmark_id, release_id, model_id, inputs, visibility, status, owner, ${`bare-${time}`}, input_hash
      from runs where id = ${run} returning id`;
    times.bare.push(await timeOf(() => insertBare(sql, copy?.id ?? 0, columns)));
  }
  return times;
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Imports with the command-line program, as a user does. */
async function measureImport(url: string, size: DataSize): Promise<Import> {
  const folder = await mkdtemp(join(tmpdir(), "omnidex-bench-"));
  try {
    const file = join(folder, "release.json");
    await writeReleaseFile(file, "large-release", size);
    const fileMb = Math.round((await stat(file)).size / 1024 ** 2);
    const { seconds, peakMb } = await runImport(file, url);
    return { questions: size.videosPerBenchmark * size.questionsPerVideo, fileMb, seconds, peakMb };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function runImport(file: string, url: string): Promise<Pick<Import, "seconds" | "peakMb">> {
  const program = resolve(import.meta.dirname, "../../bin/omnidex.js");
  const environment = { ...process.env, DATABASE_URL: url, OMNIDEX_URL: "" };
  const start = performance.now();
  const child = spawn(process.execPath, [program, "import", "large-release", file], {
    env: environment,
    stdio: ["ignore", "ignore", "inherit"],
  });
  let peakMb = 0;
  const watch = setInterval(() => {
    peakMb = Math.max(peakMb, peakOrZero(child.pid ?? 0));
  }, 50);
  const [code] = await once(child, "exit");
  clearInterval(watch);
  if (code !== 0) throw new Error(`omnidex import ended with ${code}`);
  return { seconds: (performance.now() - start) / 1_000, peakMb };
}

function peakOrZero(pid: number): number {
  try {
    return peakMemoryOf(pid) || 0;
  } catch {
    // The process has ended.
    return 0;
  }
}

function ingestSection(ingest: Ingest, release: Import): Section {
  const [submit, bare] = [median(ingest.submit), median(ingest.bare)];
  const runs = table(
    [`a run of ${ingest.predictions} predictions`, "median ms", "ratio"],
    [
      ["the bare insert of its rows", short(bare), "1.00"],
      ["validated, extracted, scored and stored", short(submit), (submit / bare).toFixed(2)],
    ],
  );
  const { questions, fileMb, seconds, peakMb } = release;
  const imported = `A release of ${questions} questions (${fileMb} MB) is imported in ${short(seconds)} s with at most ${peakMb} MB.`;
  return { name: "ingest", title: "Ingest", markdown: `${runs}\n\n${imported}`, figures: { ingest, release } };
}
