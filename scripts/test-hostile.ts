/**
 * Sends hostile requests to a server, then files to its imports, and ordinary requests at the same time: `npm run
 * test:hostile`. With `-- --short`, it sends sixty requests, and with `-- --requests 1000` a thousand. With `-- --embedded`, the
 * server has the embedded database, and no measured time makes the test fail. Ends with code 1 if the server does not do
 * what docs/performance.md says.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { AnsweredKind } from "./hostile/attacker.ts";
import { costlyText, validation } from "./hostile/hostile-requests.ts";
import { prepareRuns } from "./hostile/prepare-runs.ts";
import { Claims, mb } from "./measured/claims.ts";
import { MeasuredServer } from "./measured/measured-server.ts";
import { startTemporaryPostgres } from "./temporary-postgres.ts";

const { values } = parseArgs({
  options: {
    requests: { type: "string" },
    short: { type: "boolean", default: false },
    embedded: { type: "boolean", default: false },
  },
});
const isShort = values.short;
const REQUESTS = Number(values.requests ?? (isShort ? 60 : 10_000));
const AT_ONCE = 4;
const QUIET_MS = isShort ? 2_000 : 10_000;
const SECONDS = isShort ? 60 : 3_600;
/**
 * The size of one hostile validation: its rows, the characters of each row, and the requests of at most 16 MB in which
 * it is sent.
 */
const [ROWS, LENGTH, PARTS] = [isShort ? 600 : 10_000, 4_000, 3];

/** The characters of each of 10,000 stored responses. */
const LONG = isShort ? 700 : 35_000;
/** How many hostile files are imported, and how many megabytes the packed ones have. */
const [FILES, MEGABYTES] = isShort ? [30, 2] : [60, 400];

const ORDINARY: readonly string[] = [
  '{questions(filter:{benchmarks:["omnidex-demo"]},first:40){totalCount nodes{key text options{label text}}}}',
  '{leaderboard(benchmark:"omnidex-demo"){nodes{rank model{name} ...on RankedRun{score{value}}}}}',
  "{runs(first:3){nodes{id score{value interval{lower upper}}}}}",
];

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

/** Sends ordinary requests, one after the other, until `until` has settled. Returns how long each took. */
async function ordinary(server: MeasuredServer, until: Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  let ended = false;
  const end = (): void => {
    ended = true;
  };
  until.then(end, end);
  for (let index = 0; !ended; index++) {
    const { status, text, milliseconds } = await server.graphql(ORDINARY[index % ORDINARY.length] as string);
    if (status !== 200 || text.includes('"errors"'))
      throw new Error(`an ordinary request failed: ${text.slice(0, 500)}`);
    times.push(milliseconds);
    await pause(5);
  }
  return times;
}

/** Sends hostile requests, or files if their megabytes are the last number, from a process of its own. */
async function attacked(
  server: MeasuredServer,
  runs: readonly string[],
  numbers: readonly number[],
): Promise<readonly AnsweredKind[]> {
  const program = fileURLToPath(new URL("./hostile/attacker.ts", import.meta.url));
  const attacker = fork(program, [server.url, ...runs, ...numbers.map(String)]);
  const told = once(attacker, "message");
  const [code] = await once(attacker, "exit");
  if (code !== 0) throw new Error(`the attacker ended with ${code}`);
  return (await told)[0] as readonly AnsweredKind[];
}

const printed = (told: readonly AnsweredKind[]): void => {
  for (const { kind, count, longest, answers } of told)
    console.log(`${kind.padEnd(54)} ${count} × ${answers.join(", ")}; longest ${longest.toFixed(0)} ms`);
};

// The statements of the embedded database hold the event loop of the server's process.
const claims = new Claims(isShort || values.embedded);
const postgres = values.embedded ? null : await startTemporaryPostgres();
// As in a small container.
const server = await MeasuredServer.start(postgres?.url ?? "memory:", {
  NODE_OPTIONS: "--max-old-space-size=1024",
  OMNIDEX_LOG_LEVEL: "warn",
});
try {
  const runs = await prepareRuns(server, LONG);
  await ordinary(server, pause(2_000));
  const quiet = percentile(await ordinary(server, pause(QUIET_MS)), 0.99);
  // Each kind once, so that the caches, whose sizes are bounded, hold what they will hold.
  await attacked(server, runs, [isShort ? 60 : 500, AT_ONCE, SECONDS]);
  const before = await server.delays();
  const held = await server.holdings();

  const hostile = attacked(server, runs, [REQUESTS, AT_ONCE, SECONDS]);
  const beside = await ordinary(server, hostile);
  const told = await hostile;
  const during = await server.delays();
  printed(told);

  await server.delays();
  const importing = attacked(server, runs, [FILES, 2, SECONDS, MEGABYTES]);
  const besideFiles = await ordinary(server, importing);
  const files = await importing;
  const duringFiles = await server.delays();
  printed(files);

  const part = Math.ceil(ROWS / PARTS);
  const bodies = Array.from({ length: PARTS }, (_, index) =>
    validation(Math.min(part, ROWS - index * part), (row) => costlyText(row, LENGTH), index * part),
  );
  await pause(500);
  await server.delays();
  const validated = await Promise.all(bodies.map((body) => server.post("/graphql", body)));
  const validating = await server.delays();
  await pause(isShort ? 2_000 : 40_000);
  const after = await server.delays();

  const statuses = [...told, ...files].flatMap(({ answers }) => answers);
  const count = told.reduce((sum, own) => sum + own.count, 0);
  const most = Math.max(100, 3 * quiet);
  const p99 = percentile(beside, 0.99);
  const p99Files = percentile(besideFiles, 0.99);
  claims.claim(count >= REQUESTS, `${count} hostile requests were answered`, true);
  claims.claim(!statuses.some((status) => /^5|INTERNAL/.test(status)), "none of them with a 5xx or INTERNAL");
  claims.claim(
    p99 <= most,
    `${beside.length} ordinary requests: p99 ${p99.toFixed(0)} ms, quiet ${quiet.toFixed(0)} ms, at most ${most.toFixed(0)} ms`,
    true,
  );
  claims.claim(
    p99Files <= most,
    `${besideFiles.length} ordinary requests beside ${files.reduce((sum, own) => sum + own.count, 0)} hostile files: p99 ${p99Files.toFixed(0)} ms, longest delay of the event loop ${duringFiles.max.toFixed(0)} ms`,
    true,
  );
  console.log(
    `       event loop meanwhile: p99 ${during.p99.toFixed(1)} ms, p99.9 ${during.p999.toFixed(1)} ms, longest ${during.max.toFixed(0)} ms`,
  );
  claims.claim(
    validating.p999 <= 50,
    `validateRun of ${ROWS} rows × ${LENGTH} characters in ${PARTS} requests, ${Math.max(...validated.map(({ milliseconds }) => milliseconds)).toFixed(0)} ms: event-loop delay p99.9 ${validating.p999.toFixed(1)} ms (longest ${validating.max.toFixed(0)} ms), at most 50 ms`,
    true,
  );
  claims.claim(
    validated.every(({ text }) => text.includes('"ok":true')),
    "every row was read",
  );
  claims.claim(after.rss <= 1.5 * before.rss, `memory ${mb(before.rss)} before, ${mb(after.rss)} after`, true);
  const kept = await server.holdings();
  claims.claim(
    kept.heap <= 1.1 * held.heap,
    `heap after a collection ${mb(held.heap)} before, ${mb(kept.heap)} after`,
    true,
  );
  const health = await server.get("/health/ready");
  claims.claim(health.status === 200, `health answers ${health.status}`);
} finally {
  const code = await server.stop();
  claims.claim(code === 0, `SIGTERM is heard; the server ended with ${code}`);
  await postgres?.stop();
}
process.exitCode = claims.exitCode;
