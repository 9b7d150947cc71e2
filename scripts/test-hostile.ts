/**
 * Sends hostile requests to a server, with ordinary ones beside them: `npm run test:hostile`, with `-- --short` some hundred.
 * Ends with code 1 where the server does not do what docs/reliability.md says.
 */
import { setTimeout as pause } from "node:timers/promises";
import { costlyText, hostileRequests, SLUG, validation } from "./hostile/hostile-requests.ts";
import { omnidexRelease } from "./ingest/synthetic-release.ts";
import { MeasuredServer } from "./measured/measured-server.ts";
import { startTemporaryPostgres } from "./temporary-postgres.ts";

const isShort = process.argv.includes("--short");
const REQUESTS = isShort ? 60 : 10_000;
const AT_ONCE = 4;
const QUIET_MS = isShort ? 2_000 : 10_000;
const SECONDS = isShort ? 60 : 3_600;
/** The rows of the validation, and in how many requests: one has at most 16 MB. */
const [ROWS, LENGTH, PARTS] = [isShort ? 600 : 10_000, 4_000, 3];

const ORDINARY: readonly string[] = [
  '{questions(filter:{benchmarks:["omnidex-demo"]},first:40){totalCount nodes{key text options{label text}}}}',
  '{leaderboard(benchmark:"omnidex-demo"){nodes{rank model{name} score{value}}}}',
  "{runs(first:3){nodes{id score{value interval{lower upper}}}}}",
];

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

/** Ordinary requests, one after the other, until `until` has settled; how long each took. */
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

interface Told {
  count: number;
  longest: number;
  readonly answers: Map<string, number>;
}

async function sendHostile(server: MeasuredServer, run: string): Promise<Map<string, Told>> {
  const kinds = hostileRequests(run);
  const told = new Map<string, Told>();
  const end = performance.now() + SECONDS * 1_000;
  let [sent, turn] = [0, 0];
  const next = (): (typeof kinds)[number]["request"] => {
    for (;;) {
      const { every, request } = kinds[turn % kinds.length] as (typeof kinds)[number];
      const round = Math.floor(turn / kinds.length);
      turn += 1;
      if (round % every === 0) return request;
    }
  };
  const work = async (): Promise<void> => {
    while (sent < REQUESTS && performance.now() < end) {
      sent += 1;
      const { kind, body } = next();
      const { status, text, milliseconds } = await server.post("/graphql", body);
      const code = /"code":"([A-Z_]+)"/.exec(text)?.[1] ?? "answered";
      const own = told.get(kind) ?? { count: 0, longest: 0, answers: new Map() };
      own.count += 1;
      own.longest = Math.max(own.longest, milliseconds);
      own.answers.set(`${status} ${code}`, (own.answers.get(`${status} ${code}`) ?? 0) + 1);
      told.set(kind, own);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return told;
}

async function prepared(server: MeasuredServer): Promise<string> {
  const form = new FormData();
  form.append("file", new Blob([omnidexRelease(SLUG, 10_000)]), "hostile.json");
  const response = new Response(form);
  const type = response.headers.get("content-type") ?? "";
  const imported = await server.post(`/import/${SLUG}`, new Uint8Array(await response.arrayBuffer()), type);
  if (imported.status >= 300) throw new Error(imported.text.slice(0, 500));
  const body = validation(2_000, (index) => costlyText(index, 1_000)).replaceAll("validateRun", "submitRun");
  const submitted = await server.post("/graphql", body.replace("{ok errorCount warningCount}", "{run{id}}"));
  const id = /"id":"(\w+)"/.exec(submitted.text)?.[1];
  if (id === undefined) throw new Error(submitted.text.slice(0, 500));
  return id;
}

const faults: string[] = [];
/** @param timed depends on how busy the machine is: the short form, which runs beside others, shows it and goes on */
const claim = (holds: boolean, words: string, timed = false): void => {
  console.log(`${holds ? "holds" : "FAILS"}  ${words}`);
  if (!holds && !(timed && isShort)) faults.push(words);
};

const postgres = await startTemporaryPostgres();
const server = await MeasuredServer.start(postgres.url);
try {
  const run = await prepared(server);
  await ordinary(server, pause(2_000));
  const quiet = percentile(await ordinary(server, pause(QUIET_MS)), 0.99);
  const before = await server.delays();

  const hostile = sendHostile(server, run);
  const beside = await ordinary(server, hostile);
  const told = await hostile;
  const during = await server.delays();
  for (const [kind, { count, longest, answers }] of told)
    console.log(`${kind.padEnd(34)} ${count} × ${[...answers.keys()].join(", ")}; longest ${longest.toFixed(0)} ms`);

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

  const statuses = [...told.values()].flatMap(({ answers }) => [...answers.keys()]);
  const count = [...told.values()].reduce((sum, own) => sum + own.count, 0);
  const most = Math.max(100, 3 * quiet);
  const [p99, mb] = [percentile(beside, 0.99), (bytes: number) => `${(bytes / 2 ** 20).toFixed(0)} MB`];
  claim(count >= REQUESTS, `${count} hostile requests were answered`);
  claim(!statuses.some((status) => /^5|INTERNAL/.test(status)), "none of them with a 5xx or INTERNAL");
  claim(
    p99 <= most,
    `${beside.length} ordinary requests: p99 ${p99.toFixed(0)} ms, quiet ${quiet.toFixed(0)} ms, at most ${most.toFixed(0)} ms`,
    true,
  );
  console.log(
    `       event loop meanwhile: p99 ${during.p99.toFixed(1)} ms, p99.9 ${during.p999.toFixed(1)} ms, longest ${during.max.toFixed(0)} ms`,
  );
  claim(
    validating.p999 <= 50,
    `validateRun of ${ROWS} rows × ${LENGTH} characters in ${PARTS} requests, ${Math.max(...validated.map(({ milliseconds }) => milliseconds)).toFixed(0)} ms: event-loop delay p99.9 ${validating.p999.toFixed(1)} ms (longest ${validating.max.toFixed(0)} ms), at most 50 ms`,
    true,
  );
  claim(
    validated.every(({ text }) => text.includes('"ok":true')),
    "every row was read",
  );
  claim(after.rss <= 1.5 * before.rss, `memory ${mb(before.rss)} before, ${mb(after.rss)} after`, true);
} finally {
  await server.stop();
  await postgres.stop();
}
process.exitCode = faults.length > 0 ? 1 : 0;
