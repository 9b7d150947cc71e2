import { MeasuredServer } from "../measured/measured-server.ts";
import { startTemporaryPostgres } from "../temporary-postgres.ts";
import { buildProject, measurement } from "./measurement.ts";

const RUNS = 20;
const ROUNDS = 7;
const REQUESTS = 200;
/** After this many requests the code is compiled. */
const WARM_UP = 1_000;

const SCORE = "score { value standardError interval { lower upper } }";
const SLICE = '{ benchmarks: ["omnidex-demo"], tasks: ["event-order", "causal-reasoning"], levels: [REASONING] }';
const PAGES = {
  nothing: "{ __typename }",
  "runs with their scores": `{ runs(first: ${RUNS}) { nodes { id model { name } ${SCORE} } } }`,
  "a run's page": `query($run: ID!) { run(id: $run) { id model { name } ${SCORE}
    byTask: breakdown(by: [TASK]) { keys { key label } ${SCORE} }
    byAudio: breakdown(by: [AUDIO_TYPE]) { keys { key label } ${SCORE} }
    predictions(first: 20, filter: { outcomes: [WRONG] }) { totalCount nodes { response outcome extraction { answer rule }
      question { key text options { label text } answer { label } task { name } } } } } }`,
  "runs, computed fields in every corner": `{ runs(first: ${RUNS}) { nodes { id ${SCORE} counts { total wrong }
    breakdown(by: [LEVEL]) { keys { key } ${SCORE} } } } }`,
  "20 questions of a slice": `{ questions(first: 20, filter: ${SLICE}) { totalCount nodes { id key text task { name } } } }`,
  "a leaderboard over a slice": `{ leaderboard(benchmark: "omnidex-demo", filter: ${SLICE}) { nodes {
    ... on LeaderboardEntry { __typename } } } }`,
};

interface Measured {
  readonly server: MeasuredServer;
  readonly run: string;
}

async function ask<T>(server: MeasuredServer, query: string, variables: object = {}): Promise<T> {
  const { text } = await server.graphql(query, variables);
  const { data, errors } = JSON.parse(text) as { data: T; errors?: unknown };
  if (errors !== undefined) throw new Error(text);
  return data;
}

async function start(url: string, project?: string): Promise<Measured> {
  const settings = { OMNIDEX_LIMITS: "off", OMNIDEX_LOG_LEVEL: "warn" };
  const server = await MeasuredServer.start(url, settings, project);
  const { questions } = await ask<{ questions: { nodes: { key: string }[] } }>(
    server,
    '{ questions(first: 1000, filter: { benchmarks: ["omnidex-demo"] }) { nodes { key } } }',
  );
  let run = "";
  for (let index = 0; index < RUNS; index++) {
    const predictions = questions.nodes.map(({ key }, place) => ({
      question: key,
      response: `The answer is ${"ABCD"[(place * (index + 3)) % 4]}.`,
    }));
    const input = { benchmark: "omnidex-demo", model: { name: `model ${index}` }, inputs: ["VIDEO"], predictions };
    const { submitRun } = await ask<{ submitRun: { run: { id: string } } }>(
      server,
      "mutation($input: SubmitRunInput!) { submitRun(input: $input) { run { id } } }",
      { input: { ...input, visibility: "PUBLIC", idempotencyKey: String(index) } },
    );
    run = submitRun.run.id;
  }
  return { server, run };
}

/** @returns milliseconds of CPU for one request */
async function round({ server, run }: Measured, query: string, requests = REQUESTS): Promise<number> {
  const variables = query.startsWith("query") ? { run } : {};
  const { cpu } = await server.delays();
  for (let index = 0; index < requests; index++) await ask(server, query, variables);
  return ((await server.delays()).cpu - cpu) / requests;
}

const median = (numbers: readonly number[]): number => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0;

const [other] = measurement(
  "pages",
  "Each version has its own PostgreSQL server, with 20 runs over the demo benchmark. They take turns.",
)
  .argument("[folder]", "another built version of the project")
  .parse().processedArgs as [string | undefined];
buildProject();
const databases = await Promise.all([startTemporaryPostgres(), startTemporaryPostgres()]);
try {
  const own = await start(databases[0].url);
  const compared = other === undefined ? null : await start(databases[1].url, other);
  console.log("| | CPU of this version | of the other | ratio |\n| --- | ---: | ---: | ---: |");
  for (const [name, query] of Object.entries(PAGES)) {
    const [here, there]: [number[], number[]] = [[], []];
    for (const version of [own, compared]) if (version !== null) await round(version, query, WARM_UP);
    for (let index = 0; index < ROUNDS; index++) {
      here.push(await round(own, query));
      there.push(compared === null ? Number.NaN : await round(compared, query));
    }
    const [a, b] = [median(here), median(there)];
    console.log(`| ${name} | ${a.toFixed(2)} ms | ${b.toFixed(2)} ms | ${(a / b).toFixed(2)} |`);
  }
  await own.server.stop();
  await compared?.server.stop();
} finally {
  await Promise.all(databases.map((database) => database.stop()));
}
