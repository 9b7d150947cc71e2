import { createSchema } from "../../src/server/graphql/schema.ts";
import { Random } from "../../test/fixtures/random.ts";
import { SLUG } from "../hostile/hostile-requests.ts";
import { prepareRuns } from "../hostile/prepare-runs.ts";
import { randomDocuments } from "../hostile/random-documents.ts";
import { MeasuredServer } from "../measured/measured-server.ts";
import { startTemporaryPostgres } from "../temporary-postgres.ts";
import { buildProject, measurement, positive } from "./measurement.ts";

const values = measurement(
  "documents",
  `Sends random queries to a server, one after the other, and prints those that held its event loop for longest and those that
took longest. Exits with 1 if one of them is answered with a 5xx or INTERNAL.`,
)
  .option("--count <n>", "number of queries", positive, 3_000)
  .option("--seed <n>", "seed of the queries", positive, 1)
  .parse()
  .opts<{ readonly count: number; readonly seed: number }>();
buildProject();
const SHOWN = 12;

interface Measured {
  readonly kind: string;
  readonly query: string;
  readonly answer: string;
  readonly milliseconds: number;
  /** The longest delay of the event loop meanwhile, in milliseconds. */
  readonly held: number;
}

function print(title: string, all: readonly Measured[], by: (one: Measured) => number): void {
  console.log(`\n${title}`);
  for (const one of all.toSorted((a, b) => by(b) - by(a)).slice(0, SHOWN))
    console.log(
      `${one.held.toFixed(0).padStart(6)} ms held, ${one.milliseconds.toFixed(0)} ms in all: ${one.kind}, ${one.answer}: ${one.query.slice(0, 240)}`,
    );
}

const postgres = await startTemporaryPostgres();
const server = await MeasuredServer.start(postgres.url, {
  NODE_OPTIONS: "--max-old-space-size=1024",
  OMNIDEX_LOG_LEVEL: "error",
});
try {
  const runs = await prepareRuns(server, 2_000);
  const all: Measured[] = [];
  const documents = randomDocuments(createSchema(), new Random(values.seed), { benchmark: SLUG, runs });
  for (const { kind, query } of documents) {
    if (all.length === values.count) break;
    await server.delays();
    const { status, text, milliseconds } = await server.graphql(query);
    const code = /"code":"([A-Z_]+)"/.exec(text)?.[1] ?? "answered";
    all.push({ kind, query, answer: `${status} ${code}`, milliseconds, held: (await server.delays()).max });
  }
  const answers = new Map<string, number>();
  for (const { answer } of all) answers.set(answer, (answers.get(answer) ?? 0) + 1);
  console.log([...answers].map(([answer, count]) => `${count} × ${answer}`).join(", "));
  print("Held the event loop for longest:", all, ({ held }) => held);
  print("Took longest:", all, ({ milliseconds }) => milliseconds);
  const failed = all.filter(({ answer }) => /^5|INTERNAL/.test(answer));
  for (const { answer, query } of failed) console.log(`FAILS  ${answer}: ${query}`);
  process.exitCode = failed.length > 0 ? 1 : 0;
} finally {
  await server.stop();
  await postgres.stop();
}
