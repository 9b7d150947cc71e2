/**
 * Sends hostile requests to a server, and ordinary ones at the same time: `npm run test:hostile`. With `-- --short`, it
 * sends sixty, and with `-- --requests 1000` a thousand. Ends with code 1 if the server does not do what
 * docs/reliability.md says.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import type { AnsweredKind } from "./hostile/attacker.ts";
import { costlyText, SLUG, validation } from "./hostile/hostile-requests.ts";
import { omnidexRelease } from "./ingest/synthetic-release.ts";
import { Claims, mb } from "./measured/claims.ts";
import { MeasuredServer } from "./measured/measured-server.ts";
import { startTemporaryPostgres } from "./temporary-postgres.ts";

const { values } = parseArgs({ options: { requests: { type: "string" }, short: { type: "boolean", default: false } } });
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

/** Sends hostile requests from a process of its own. */
async function attacked(server: MeasuredServer, run: string): Promise<readonly AnsweredKind[]> {
  const program = fileURLToPath(new URL("./hostile/attacker.ts", import.meta.url));
  const attacker = fork(program, [server.url, run, ...[REQUESTS, AT_ONCE, SECONDS].map(String)]);
  const told = once(attacker, "message");
  const [code] = await once(attacker, "exit");
  if (code !== 0) throw new Error(`the attacker ended with ${code}`);
  return (await told)[0] as readonly AnsweredKind[];
}

async function prepared(server: MeasuredServer): Promise<string> {
  const form = new FormData();
  form.append("file", new Blob([omnidexRelease(SLUG, 10_000)]), "hostile.json");
  const response = new Response(form);
  const type = response.headers.get("content-type") ?? "";
  const imported = await server.post(`/import/${SLUG}`, new Uint8Array(await response.arrayBuffer()), type);
  if (imported.status >= 300) throw new Error(imported.text.slice(0, 500));
  const body = validation(2_000, (index) => costlyText(index, 1_000)).replaceAll("validateRun", "submitRun");
  const submitted = await server.post("/graphql", body.replace("{report{ok errorCount warningCount}}", "{run{id}}"));
  const id = /"id":"(\w+)"/.exec(submitted.text)?.[1];
  if (id === undefined) throw new Error(submitted.text.slice(0, 500));
  return id;
}

const claims = new Claims(isShort);
const postgres = await startTemporaryPostgres();
const server = await MeasuredServer.start(postgres.url);
try {
  const run = await prepared(server);
  await ordinary(server, pause(2_000));
  const quiet = percentile(await ordinary(server, pause(QUIET_MS)), 0.99);
  const before = await server.delays();

  const hostile = attacked(server, run);
  const beside = await ordinary(server, hostile);
  const told = await hostile;
  const during = await server.delays();
  for (const { kind, count, longest, answers } of told)
    console.log(`${kind.padEnd(34)} ${count} × ${answers.join(", ")}; longest ${longest.toFixed(0)} ms`);

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

  const statuses = told.flatMap(({ answers }) => answers);
  const count = told.reduce((sum, own) => sum + own.count, 0);
  const most = Math.max(100, 3 * quiet);
  const p99 = percentile(beside, 0.99);
  claims.claim(count >= REQUESTS, `${count} hostile requests were answered`, true);
  claims.claim(!statuses.some((status) => /^5|INTERNAL/.test(status)), "none of them with a 5xx or INTERNAL");
  claims.claim(
    p99 <= most,
    `${beside.length} ordinary requests: p99 ${p99.toFixed(0)} ms, quiet ${quiet.toFixed(0)} ms, at most ${most.toFixed(0)} ms`,
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
} finally {
  await server.stop();
  await postgres.stop();
}
process.exitCode = claims.exitCode;
