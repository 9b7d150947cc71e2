import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { closeChallenge } from "../challenges/close-challenge.ts";
import { answering, importHidden, keyOf, LABELS, liftQuota, seeded } from "./hidden-benchmark.ts";

/*
 * Two servers with the same history, on which one benchmark differs in the answers of its private questions only. Until the private
 * board opens, everyone but maintainers gets the same from both after each event: bodies, headers, and the SQL statements behind
 * them. `test/server/access/walk/argument-walk.test.ts` asks for every field and argument in the same way, after one history.
 */

const COUNT = 120;
const SLUG = "secrets";
const FAR = "2999-01-01T00:00:00Z";
const isPublic = (ordinal: number): boolean => ordinal < COUNT / 2;

/** The label so many places after another one. */
const labelAfter = (label: string | undefined, places: number): string =>
  LABELS[(LABELS.indexOf(label as "A") + places) % LABELS.length] ?? "A";

/** A server, with what has happened on it so far. */
interface World {
  readonly server: TestServer;
  readonly keys: Readonly<Record<"ann" | "bob", string>>;
  readonly questions: readonly string[];
  readonly labels: readonly string[];
  /** In the order of their submission. */
  readonly runs: string[];
}

let worlds: readonly World[] = [];

async function createWorld(question: (ordinal: number) => object): Promise<World> {
  const server = await createTestServer();
  const { keys: questions, labels } = await importHidden(server, { slug: SLUG, count: COUNT, share: 0.5, question });
  await server.database.transaction((tx) =>
    tx.query({
      text: `update board_splits set public_ordinals = array(select generate_series(0, ${COUNT / 2 - 1}))`,
      params: [],
    }),
  );
  await liftQuota(server, SLUG);
  return {
    server,
    keys: { ann: await keyOf(server, "ann"), bob: await keyOf(server, "bob") },
    questions,
    labels,
    runs: [],
  };
}

beforeAll(async () => {
  // Over PostgreSQL, the statements would include some at random times, for changes by other servers.
  vi.stubEnv("TEST_DATABASE_URL", "");
  const first = await createWorld(() => ({}));
  const other = (ordinal: number): string =>
    labelAfter(first.labels[ordinal], isPublic(ordinal) ? 0 : 1 + (ordinal % 2));
  worlds = [first, await createWorld((ordinal) => ({ answer: other(ordinal) }))];
});
afterAll(async () => {
  for (const { server } of worlds) await server.close();
  vi.unstubAllEnvs();
});

/** A sheet with about this share of the first world's answers, on either board. */
function sheet(seed: number, share: number): object[] {
  const { questions, labels } = worlds[0] as World;
  const random = seeded(seed);
  return answering(
    questions,
    labels.map((label) => (random() < share ? label : (LABELS[Math.floor(random() * 4)] ?? "A"))),
  );
}

const submitted = async (
  { server, keys, runs }: World,
  owner: keyof World["keys"],
  predictions: readonly object[],
  fields: object = {},
): Promise<void> => {
  const input = { benchmark: SLUG, model: { name: `model of ${owner}` }, visibility: "PUBLIC", predictions, ...fields };
  runs.push((await server.submit(input, { key: keys[owner] })).id);
};

const changed = (world: World, owner: keyof World["keys"], mutation: string): Promise<unknown> =>
  world.server.data(`mutation { ${mutation} { __typename } }`, {}, { key: world.keys[owner] });

const corrected = ({ server, questions, labels }: World, ordinal: number): Promise<unknown> =>
  server.data("mutation ($input: CorrectAnswersInput!) { correctAnswers(input: $input) { __typename } }", {
    input: {
      benchmark: SLUG,
      reason: "the label was wrong",
      author: "mia",
      corrections: [
        {
          question: questions[ordinal],
          // Wrong on both servers until now.
          answer: labelAfter(labels[ordinal], 3),
        },
      ],
    },
  });

const CLOSED = "2026-01-01T00:00:00Z";

/** What happens, in this order. The values of the private key never decide what is done. */
const EVENTS: Readonly<Record<string, (world: World) => Promise<unknown>>> = {
  nothing: async () => {},
  "a first run": (world) => submitted(world, "ann", sheet(1, 0.3)),
  "a run that is better on both boards": (world) =>
    submitted(world, "ann", sheet(2, 0.8), { inputs: ["VIDEO", "AUDIO"] }),
  "a run that is not": (world) => submitted(world, "ann", sheet(3, 0.2)),
  "a run that is right on the private questions only": (world) =>
    submitted(
      world,
      "bob",
      sheet(4, 1).map((prediction, ordinal) => (isPublic(ordinal) ? { ...prediction, response: "A" } : prediction)),
    ),
  "a private run": (world) => submitted(world, "bob", sheet(5, 0.9), { visibility: "PRIVATE" }),
  "its publication": (world) =>
    changed(world, "bob", `updateRun(input: { run: "${world.runs[4]}", visibility: PUBLIC })`),
  "a run without the private questions": (world) => submitted(world, "bob", sheet(6, 1).slice(0, COUNT / 2)),
  "a run in pieces": async (world) => {
    const input = { benchmark: SLUG, model: { name: "pieces" }, visibility: "PUBLIC", predictions: sheet(7, 0.5) };
    const run = await world.server.openRun(input, { key: world.keys.ann });
    await changed(world, "ann", `finalizeRun(input: { run: "${run}" })`);
    world.runs.push(run);
  },
  "a withdrawal of the best run": (world) => changed(world, "ann", `withdrawRun(input: { run: "${world.runs[1]}" })`),
  "a corrected private answer": (world) => corrected(world, COUNT - 1),
  "a corrected public answer": (world) => corrected(world, 1),
  "a rescoring": (world) => changed(world, "ann", `rescoreRun(input: { run: "${world.runs[0]}" })`),
  "a choice of runs for the private board": (world) =>
    changed(
      world,
      "bob",
      `chooseFinalRuns(input: { benchmark: "${SLUG}", runs: ["${world.runs[4]}", "${world.runs[3]}"] })`,
    ),
  "the end of the challenge": (world) => closeChallenge(world.server, SLUG, CLOSED),
  "a date of the private board": (world) =>
    world.server.data(
      `mutation { movePrivateBoard(input: { benchmark: "${SLUG}", privateOpensAt: "${FAR}" }) { __typename } }`,
    ),
};

const NUMBERS = `value n correct unparsed missing errored clusters standardError coarse repeatsBest interval { lower upper }`;

/** The documents that a caller sends, about these runs, and about the first two of all. */
const documentsOn = (runs: readonly string[], [first, second]: readonly string[]): readonly string[] => [
  ...runs.map(
    (run) => `{ run(id: "${run}") { id visibility status chosen score { ${NUMBERS} } counts { correct unparsed } partial
      ofPublic: score(board: PUBLIC) { value } remarks(examples: 3) { suspicious } scoringNotes
      scorings { revision changeCount score { value } } breakdown(by: [TASK]) { keys { key } score { ${NUMBERS} } }
      predictions(first: 200) { totalCount nodes { outcome score response extraction { answer rule } question { key } } } } }`,
  ),
  ...runs.map((run) => `{ run(id: "${run}") { score(board: PRIVATE) { value } } }`),
  ...runs.map(
    (run) => `{ run(id: "${run}") { predictions(first: 5, filter: { outcomes: [CORRECT] }) { totalCount } } }`,
  ),
  ...runs.map((run) => `{ run(id: "${run}") { score(filter: { keys: ["q0119"] }) { value } } }`),
  `{ leaderboard(benchmark: "${SLUG}", first: 50) { totalCount leftOut questions nodes { rank value rankRange { best worst }
    ... on RankedRun { run { id } score { ${NUMBERS} } } } } }`,
  `{ leaderboard(benchmark: "${SLUG}", board: PRIVATE) { totalCount } }`,
  `{ scoreTable(benchmark: "${SLUG}", by: [LEVEL]) { withheldColumns nodes { ... on ScoreTableRun { run { id }
    overall { value rank } cells { value rank } } } } }`,
  `{ runs(filter: { benchmarks: ["${SLUG}"] }, first: 50) { totalCount nodes { id score { value } } } }`,
  `{ questions(filter: { benchmarks: ["${SLUG}"] }, first: 200) { totalCount nodes { key answer { __typename } keyReviews { __typename }
    statistics { share } } } }`,
  `{ facets(filter: { benchmarks: ["${SLUG}"] }, by: [TASK, LEVEL]) { __typename } }`,
  `{ benchmark(slug: "${SLUG}") { release { version contentHash answerAccess keyRevisions { revision reason createdAt } } } }`,
  `{ challenge(benchmark: "${SLUG}") { opensAt closesAt sealedAt split { publicShare privateOpensAt } } }`,
  `{ finalBoard(benchmark: "${SLUG}") { leftOut questions entries { rank run score { value n standardError lower upper } }
    privateEntries { rank } } }`,
  `{ itemAnalysis(benchmark: "${SLUG}", first: 5) { totalCount } }`,
  `{ keySuspects(benchmark: "${SLUG}", first: 5) { totalCount } }`,
  `{ runGroups(filter: { benchmarks: ["${SLUG}"] }) { totalCount nodes { __typename } } }`,
  `{ viewer { owner submissionQuotas { remaining usedInAll } } }`,
  ...(second === undefined
    ? []
    : [
        `{ compareRuns(a: "${first}", b: "${second}") { onlyA onlyB bothCorrect neither pValue } }`,
        `{ modalityDiagnostics(runs: ["${first}", "${second}"]) { __typename } }`,
      ]),
];

const FILES = ["csv", "jsonl", "eee", "inspect", "card", "eval-results", "lmms-eval"].map(
  (format) => `format=${format}`,
);

/** The codes of errors that a document may get. */
const REFUSED: ReadonlySet<string> = new Set(["FORBIDDEN", "NOT_FOUND"]);

/** The body, the headers and the statements of each response to a caller, about the latest runs. */
async function seenBy({ server, runs }: World, key: string | null, latest: number): Promise<readonly string[]> {
  const seen: string[] = [];
  for (const document of documentsOn(runs.slice(-latest), runs)) {
    const { status, data, errors, statements } = await server.request(document, {}, { key });
    expect(errors?.filter(({ extensions }) => !REFUSED.has(extensions.code)) ?? []).toEqual([]);
    // The keys of callers are looked up again after a while.
    const own = statements.filter((statement) => !/"api_keys"|"maintainers"/.test(statement));
    seen.push(JSON.stringify({ document, status, data, errors, statements: own }));
  }
  const headers = key === null ? {} : { authorization: `Bearer ${key}` };
  const paths = [
    ...runs.slice(-2).flatMap((run) => FILES.map((format) => `/export/runs/${run}?${format}`)),
    `/export/benchmarks/${SLUG}`,
    `/croissant/${SLUG}`,
  ];
  for (const path of paths) {
    const response = await server.app.request(path, { headers });
    seen.push(JSON.stringify([path, response.status, [...response.headers], await response.text()]));
  }
  return seen.map((text) => withoutNames(text, runs));
}

/** A text without what differs between the servers whatever the answers: ids, times, hashes and signatures. */
const withoutNames = (text: string, runs: readonly string[]): string =>
  runs
    .reduce((shorter, run, index) => shorter.replaceAll(new RegExp(`${run}\\b`, "g"), `run ${index}`), text)
    .replaceAll(/\d{4}-\d\d-\d\d[T ][\d:.]+(Z|\+00)?/g, "then")
    .replaceAll(/\b\d{8}_\d{6}_/g, "then")
    .replaceAll(/\b1\d{9}(\.\d+)?\b/g, "then")
    .replaceAll(/\b[0-9a-f]{8}-[0-9a-f-]{27}\b/g, "uuid")
    .replaceAll(/\b[0-9a-f]{10,64}\b/g, "hash")
    .replaceAll(/"(column|content-length)",?:?"?\d+/g, "length of an id")
    .replaceAll(/W\/\\"[\w-]+\\"/g, "a hash of the ids")
    .replaceAll(/(cost|requests);[^,"\\]*/gi, "limits");

it.each(Object.keys(EVENTS))("after %s, others see no difference between the private keys", async (name) => {
  const seen: string[][] = [];
  // After the last event, everything is read again. Ann's requests about Bob's runs are those of any other owner.
  const isLast = name === Object.keys(EVENTS).at(-1);
  for (const world of worlds) {
    await EVENTS[name]?.(world);
    const callers = isLast ? [null, world.keys.ann, world.keys.bob] : [null, world.keys.ann];
    const own: string[] = [];
    for (const key of callers) own.push(...(await seenBy(world, key, isLast ? world.runs.length : 3)));
    seen.push(own);
  }
  const [first = [], second = []] = seen;
  expect(second).toHaveLength(first.length);
  for (const [index, text] of first.entries())
    expect((second[index] ?? "").match(/.{1,120}/g)).toEqual(text.match(/.{1,120}/g));
});

it("others see no difference between two choices of runs until the private board opens", async () => {
  const [world] = worlds as readonly [World];
  const seen: (readonly string[])[] = [];
  // Runs can be chosen again while the challenge is prolonged.
  await closeChallenge(world.server, SLUG, FAR);
  for (const runs of [[], [world.runs[3], world.runs[4]]]) {
    await changed(world, "bob", `chooseFinalRuns(input: { benchmark: "${SLUG}", runs: ${JSON.stringify(runs)} })`);
    const answers: string[] = [];
    for (const key of [null, world.keys.ann]) answers.push(...(await seenBy(world, key, world.runs.length)));
    seen.push(answers);
  }
  expect(seen[1]).toEqual(seen[0]);
  await closeChallenge(world.server, SLUG, CLOSED);
});

it("the same questions show the difference once the board is open", async () => {
  const shown: string[] = [];
  for (const { server } of worlds) {
    await server.data(
      `mutation { movePrivateBoard(input: { benchmark: "${SLUG}", privateOpensAt: "2026-01-02T00:00:00Z" }) { __typename } }`,
    );
    const board = `{ leaderboard(benchmark: "${SLUG}", board: PRIVATE) { nodes { value } } }`;
    shown.push(JSON.stringify(await server.data(board, {}, { key: null })));
  }
  expect(shown[1]).not.toBe(shown[0]);
});
