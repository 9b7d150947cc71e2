import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { scoreStep } from "../../../src/scoring/metrics/ladder.ts";
import { type AnswerError, createTestServer, type TestServer } from "../../support/test-server.ts";
import {
  answering,
  type HiddenBenchmark,
  importHidden,
  keyOf,
  LABELS,
  liftQuota,
  wrongLabel,
} from "./hidden-benchmark.ts";

const COUNT = 200;

interface Score {
  readonly value: number;
  readonly standardError: number;
  readonly valueAnswered: number | null;
  readonly correct: number;
  readonly coarse: boolean;
}

let server: TestServer;
let hidden: HiddenBenchmark;
let attacker: string;
/** Public runs of the attacker, each of which always answers the same label. */
const constant: Record<string, string> = {};
/** A run of somebody else, three quarters right. */
let good: string;

const submit = (predictions: readonly object[], key: string, fields = "id") =>
  server.submit<{ id: string; score: Score | null }>(
    { benchmark: hidden.slug, predictions, visibility: "PUBLIC", model: { name: `model of ${key.slice(-6)}` } },
    { key, fields },
  );

beforeAll(async () => {
  server = await createTestServer();
  hidden = await importHidden(server, { count: COUNT });
  await liftQuota(server, hidden.slug);
  attacker = await keyOf(server, "attacker");
  const other = await keyOf(server, "other");
  const mostlyRight = hidden.labels.map((label, index) => (index % 4 === 3 ? wrongLabel(label) : label));
  good = (await submit(answering(hidden.keys, mostlyRight), other)).id;
  for (const label of LABELS) {
    const run = await submit(answering(hidden.keys, Array(COUNT).fill(label)), attacker);
    constant[label] = run.id;
  }
});
afterAll(() => server.close());

const SCORE = "value standardError valueAnswered correct coarse";

/** The value of a run's field for the attacker, or its error. */
async function asked<T>(
  run: string,
  field: string,
  variables: object = {},
): Promise<[T | null, AnswerError | undefined]> {
  const declared = Object.keys(variables).length === 0 ? "" : "($filter: QuestionFilter)";
  const { data, errors } = await server.request<{ run: { asked: T | null } | null }>(
    `query ${declared} { run(id: "${run}") { asked: ${field} } }`,
    variables,
    { key: attacker },
  );
  return [data?.run?.asked ?? null, errors?.[0]];
}

const scoreOver = (run: string, filter: object) => asked<Score>(run, `score(filter: $filter) { ${SCORE} }`, { filter });

async function expectRefused(field: string, run = good): Promise<void> {
  const [value, error] = await asked(run, field);
  expect(value).toBeNull();
  expect(error?.extensions.code).toBe("FORBIDDEN");
  expect(error?.message).toContain("hides its answers");
}

describe("the scores of a release that hides its answers", () => {
  it("are multiples of a step, also as numbers of right answers, and null over the answered questions", async () => {
    const [score, error] = await asked<Score>(good, `score { ${SCORE} }`);
    expect(error).toBeUndefined();
    const step = scoreStep(COUNT);
    expect(score?.coarse).toBe(true);
    expect(score?.valueAnswered).toBeNull();
    expect(Math.abs((score?.value ?? 0) - 0.75)).toBeLessThanOrEqual(step + 1e-9);
    for (const value of [score?.value ?? 0, (score?.correct ?? 0) / COUNT])
      expect(value / step).toBeCloseTo(Math.round(value / step), 9);
  });

  it("are exact for administrators and maintainers", async () => {
    const right = hidden.labels.filter((_, index) => index % 4 !== 3).length / COUNT;
    const QUERY = `{ run(id: "${good}") { score { value coarse } counts { correct } } }`;
    expect(await server.data(QUERY)).toMatchObject({ run: { score: { value: right, coarse: false } } });
    const maintainer = await keyOf(server, "maintainer");
    const change = (what: string) =>
      server.data(`mutation ($input: MaintainerInput!) { ${what}(input: $input) { maintainers } }`, {
        input: { benchmark: hidden.slug, owner: "maintainer" },
      });
    expect(await change("addMaintainer")).toEqual({ addMaintainer: { maintainers: ["maintainer"] } });
    expect(await server.data(QUERY, {}, { key: maintainer })).toMatchObject({ run: { score: { value: right } } });
    await change("removeMaintainer");
    const { data } = await server.request<{ run: { score: Score } }>(QUERY, {}, { key: maintainer });
    expect(data.run.score.coarse).toBe(true);
  });

  it("exist only over the whole release, however the slice is worded", async () => {
    const [whole] = await asked<Score>(good, `score { ${SCORE} }`);
    expect(whole).not.toBeNull();
    for (const filter of [{ levels: ["REASONING", "PERCEPTION"] }, { not: { keys: [] } }])
      expect(await scoreOver(good, filter)).toEqual([whole, undefined]);
    for (const by of ["TASK", "LEVEL", "TASK, LEVEL"])
      expect(await asked(good, `breakdown(by: [${by}]) { keys { key } }`)).toEqual([[], undefined]);
  });

  it("have a standard error that depends on no answer", async () => {
    const scores = await Promise.all(
      [good, ...Object.values(constant)].map((run) => asked<Score>(run, `score { ${SCORE} }`)),
    );
    const errors = new Set(scores.flatMap(([score]) => score?.standardError ?? []));
    expect(errors.size).toBe(1);
    // 200 questions of 50 videos, and the error of dither and rounding.
    expect([...errors][0]).toBeCloseTo(Math.sqrt(0.5 ** 2 / 49 + scoreStep(COUNT) ** 2 / 4), 9);
  });

  const submitTo = async ({ slug, keys }: HiddenBenchmark, labels: readonly string[], left: number) =>
    (
      await server.submit<{ score: Score | null }>(
        { benchmark: slug, predictions: answering(keys.slice(left), labels.slice(left)) },
        { key: await keyOf(server, `leaves ${left}`), fields: "score { coarse }" },
      )
    ).score;

  it.each([
    ["eleven questions without a prediction", 11, null],
    ["ten", 10, { coarse: true }],
  ])("are missing for a run that leaves %s", async (_, left, expected) => {
    const sheets = await importHidden(server, { slug: `leaves-${left}`, count: COUNT });
    expect(await submitTo(sheets, sheets.labels, left)).toEqual(expected);
  });

  it("are missing for a run with responses that no answer can be read from", async () => {
    const sheets = await importHidden(server, { slug: "mumbled", count: COUNT });
    const labels = sheets.labels.map((label, index) => (index < 11 ? "I cannot tell." : label));
    expect(await submitTo(sheets, labels, 0)).toBeNull();
  });

  it.each([
    ["a task", { tasks: ["counting"] }],
    ["a level", { levels: ["REASONING"] }],
    ["one question", { keys: ["q0003"] }],
    ["all but one question", { not: { keys: ["q0003"] } }],
    ["a task with too few questions", { tasks: ["rare"] }],
    ["all but a small task", { not: { tasks: ["rare"] } }],
    ["a value of each of two dimensions", { tasks: ["order"], levels: ["REASONING"] }],
    ["a value without one question", { tasks: ["order"], not: { keys: ["q0008"] } }],
    ["words", { text: "number 17" }],
  ])("are refused over %s", async (_, filter) => {
    const [score, error] = await scoreOver(good, filter);
    expect(score).toBeNull();
    expect(error?.extensions.code).toBe("FORBIDDEN");
    expect(error?.message).toMatch(/hides its answers: a run has one score, over all 200 questions/);
  });
});

describe("submitters whose runs answer every question with one label", () => {
  it("get no outcome from predictions, with or without a filter", async () => {
    const page = `(filter: { outcomes: [CORRECT] }, first: 1000) { totalCount nodes { id } }`;
    for (const run of Object.values(constant)) {
      const [found] = await asked<{ totalCount: number; nodes: object[] }>(run, `predictions${page}`);
      expect(found).toEqual({ totalCount: 0, nodes: [] });
      const [all] = await asked<{ nodes: { outcome: string | null; score: number | null; extraction: object }[] }>(
        run,
        "predictions(first: 1000) { nodes { outcome score extraction { answer rule } } }",
      );
      expect(all?.nodes).toHaveLength(COUNT);
      expect(new Set(all?.nodes.map((node) => JSON.stringify(node))).size).toBe(1);
    }
  });

  it("learn nothing from sort orders, because every cursor holds equal keys", async () => {
    const list = async (direction: string) => {
      const { runs } = await server.data<{ runs: { edges: { cursor: string; node: { id: string } }[] } }>(
        `{ runs(filter: { benchmarks: ["secrets"] }, orderBy: { field: SCORE, direction: ${direction} }) {
          edges { cursor node { id } } } }`,
        {},
        { key: attacker },
      );
      return runs.edges;
    };
    const [up, down] = [await list("ASC"), await list("DESC")];
    const numbers = [good, ...Object.values(constant)].map((id) => Number(id.slice("run_".length)));
    expect(up.map(({ node }) => node.id)).toEqual(numbers.toSorted((a, b) => a - b).map((number) => `run_${number}`));
    expect(down.map(({ node }) => node.id)).toEqual(up.map(({ node }) => node.id).reverse());
    expect(new Set(up.map(({ cursor }) => decoded(cursor)[1])).size).toBe(1);
  });

  it("see no response of a public run of another owner, in pages, counts, searches and exports", async () => {
    const page = (filter: string) =>
      `predictions(first: 1000, filter: { ${filter} }) { totalCount nodes { response } }`;
    const nothing = [{ totalCount: 0, nodes: [] }, undefined];
    for (const filter of ["", 'text: "A"', 'questions: { keys: ["q0003"] }', "outcomes: [CORRECT]"])
      expect(await asked(good, page(filter))).toEqual(nothing);
    for (const key of [attacker, null])
      for (const format of ["omnidex", "csv", "parquet", "lmms-eval", "inspect", "eee-instances"]) {
        const headers = key === null ? {} : { authorization: `Bearer ${key}` };
        const response = await server.app.request(`/export/runs/${good}?format=${format}`, { headers });
        expect([format, response.status]).toEqual([format, 403]);
      }
    for (const method of ["HEAD", "GET"]) {
      const headers = { authorization: `Bearer ${attacker}`, "if-none-match": "*" };
      expect((await server.app.request(`/export/runs/${good}?format=csv`, { method, headers })).status).toBe(403);
    }
    const [own] = await asked<{ totalCount: number }>(constant.A ?? "", page(""));
    expect(own?.totalCount).toBe(COUNT);
  });

  it("see no response in the remarks on another owner's run, nor its length in the cost of a search", async () => {
    const owner = await keyOf(server, "rambler");
    const rambling = hidden.labels.map((_, index) => `It is (A), or maybe (D). Rambling ${index} ${"so ".repeat(400)}`);
    const { id } = await submit(answering(hidden.keys, rambling), owner);
    const remarks = "remarks(examples: 20) { suspicious examples { response } }";
    const [others] = await asked<{ suspicious: boolean; examples: object[] }>(id, remarks);
    expect(others).toMatchObject({ suspicious: true, examples: [] });
    const ask = async (run: string, key: string) => {
      const response = await server.app.request("/graphql", {
        method: "POST",
        headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
        body: JSON.stringify({
          query: `{ run(id: "${run}") { ${remarks} predictions(filter: { text: "x" }) { totalCount } } }`,
        }),
      });
      return { cost: response.headers.get("x-omnidex-cost"), text: await response.text() };
    };
    expect((await ask(id, owner)).text).toContain("Rambling");
    expect((await ask(id, attacker)).cost).toBe((await ask(good, attacker)).cost);
  });

  it.each(["compareRuns", "groups"])("learn nothing from %s", async (what) => {
    const [a, b] = [constant.A, constant.B];
    const document =
      what === "groups"
        ? `{ runGroups(filter: { benchmarks: ["secrets"] }) { nodes { mean } } }`
        : `{ compareRuns(a: "${a}", b: "${b}") { onlyA disagreements { nodes { key } } } }`;
    const { data, errors } = await server.request(document, {}, { key: attacker });
    if (what === "groups") expect(data).toEqual({ runGroups: { nodes: [] } });
    else expect(errors?.[0]?.extensions.code).toBe("FORBIDDEN");
  });

  it("learn nothing from audits, counts, scorings, or the number of runs that got a question right", async () => {
    await expectRefused('audit(extractor: "lmms-eval-worldsense") { agreements }', constant.A);
    expect(await asked(constant.A ?? "", "counts { correct }")).toEqual([null, undefined]);
    const [scorings] = await asked(constant.A ?? "", "scorings { score { value } changeCount reason }");
    expect(scorings).toEqual([{ score: null, changeCount: null, reason: null }]);
    const { questions } = await server.data<{ questions: { nodes: { results: null; answer: null }[] } }>(
      `{ questions(filter: { benchmarks: ["secrets"] }, first: 1000) { nodes {
        results { right } answer { __typename } reasoningSteps { evidence } } } }`,
      {},
      { key: attacker },
    );
    expect(new Set(questions.nodes.map((node) => JSON.stringify(node)))).toEqual(
      new Set([JSON.stringify({ results: null, answer: null, reasoningSteps: [] })]),
    );
  });

  it("learn nothing from the order, ranks, ranges or scores of leaderboards and tables", async () => {
    const { leaderboard } = await server.data<{
      leaderboard: { leftOut: number; nodes: { rank: number; value: number; run: { id: string }; score: Score }[] };
    }>(
      `{ leaderboard(benchmark: "secrets") { leftOut nodes { rank value rankRange { best worst }
        ... on RankedRun { run { id } score { ${SCORE} } } } } }`,
      {},
      { key: attacker },
    );
    const step = scoreStep(COUNT);
    for (const { value, score } of leaderboard.nodes) {
      expect(value / step).toBeCloseTo(Math.round(value / step), 9);
      expect(score).toMatchObject({ value, coarse: true });
    }
    // Runs that did not beat an earlier run by a step have no entry, although they cover the slice.
    const runs = [good, ...Object.values(constant)];
    const scores = await Promise.all(runs.map((run) => asked<{ repeatsBest: boolean }>(run, "score { repeatsBest }")));
    const own = scores.filter(([score]) => score?.repeatsBest === false).length;
    expect(own).toBeLessThan(5);
    expect([leaderboard.nodes.length, leaderboard.leftOut]).toEqual([own, 0]);
    const { errors } = await server.request(
      `{ leaderboard(benchmark: "secrets", filter: { keys: ["q0001"] }) { nodes { rank } } }`,
      {},
      { key: attacker },
    );
    expect(errors?.[0]?.extensions.code).toBe("FORBIDDEN");
    const table = await server.request(
      `{ scoreTable(benchmark: "secrets", by: [TASK, LEVEL]) { columns { questions } withheldColumns nodes { overall { value } } } }`,
      {},
      { key: attacker },
    );
    expect(table).toMatchObject({ data: { scoreTable: { columns: [], withheldColumns: 6 } } });
  });

  it("learn nothing from exports: no format contains a right answer, an outcome or an exact score", async () => {
    const formats = ["omnidex", "csv", "jsonl", "lmms-eval", "vlmevalkit", "eee", "inspect", "parquet", "card"];
    const texts: string[] = [];
    for (const format of formats) {
      const response = await server.app.request(`/export/runs/${constant.A}?format=${format}`, {
        headers: { authorization: `Bearer ${attacker}` },
      });
      if (response.status === 200) texts.push(await response.text());
      else expect([400, 403, 404, 409]).toContain(response.status);
    }
    expect(texts.length).toBeGreaterThan(0);
    for (const text of texts) expect(text).not.toMatch(/"(outcome|score)": *("?(CORRECT|WRONG)|[01](?![.\d]))/);
  });
});

describe("the Ladder", () => {
  it("repeats the best score for a run that is better by less than a step, so that one flipped answer reveals nothing", async () => {
    const key = await keyOf(server, "climber");
    const base = hidden.labels.map((label, index) => (index % 2 === 0 ? label : wrongLabel(label)));
    const first = await submit(answering(hidden.keys, base), key, `id score { ${SCORE} }`);
    for (const [index, label] of [
      [1, hidden.labels[1] ?? ""],
      [0, wrongLabel(hidden.labels[0])],
    ] as const) {
      const flipped = base.map((own, at) => (at === index ? label : own));
      const run = await submit(answering(hidden.keys, flipped), key, `id score { ${SCORE} }`);
      expect(run.score).toEqual(first.score);
    }
    const much = base.map((own, at) => (at < 120 ? (hidden.labels[at] ?? own) : own));
    const better = await submit(answering(hidden.keys, much), key, `id score { ${SCORE} }`);
    expect(better.score?.value).toBeGreaterThan(first.score?.value ?? 1);
  });

  it("says if a score belongs to another run, and never exports it as the run's own", async () => {
    const key = await keyOf(server, "two models");
    const strong = hidden.labels.map((label, index) => (index % 10 === 0 ? wrongLabel(label) : label));
    const model = (name: string, labels: readonly string[]) =>
      server.submit<{ id: string; score: { value: number; repeatsBest: boolean } }>(
        {
          benchmark: hidden.slug,
          predictions: answering(hidden.keys, labels),
          visibility: "PUBLIC",
          model: { name },
        },
        { key, fields: "id score { value repeatsBest }" },
      );
    const best = await model("strong", strong);
    const weak = await model("weak", Array(COUNT).fill("A"));
    expect(best.score.repeatsBest).toBe(false);
    expect(weak.score).toEqual({ value: best.score.value, repeatsBest: true });
    const exported = async (run: string, format: string) => {
      const response = await server.app.request(`/export/runs/${run}?format=${format}`, {
        headers: { authorization: `Bearer ${key}` },
      });
      return { status: response.status, text: await response.text(), headers: response.headers };
    };
    const value = (best.score.value * 100).toFixed(1);
    expect((await exported(best.id, "model-card")).text).toContain(value);
    expect(await exported(weak.id, "model-card")).toMatchObject({
      status: 409,
      text: expect.stringContaining("does not show its own score"),
    });
    for (const format of ["eee", "inspect", "lmms-eval-results"]) {
      const [own, repeated] = [await exported(best.id, format), await exported(weak.id, format)];
      expect(own.text).toContain(String(best.score.value));
      expect(repeated.text).not.toContain(String(best.score.value));
      expect(decodeURI(repeated.headers.get("x-export-warnings") ?? "")).toContain("SCORE_NOT_SHOWN");
    }
  });

  it("keeps the best score when the best run is withdrawn", async () => {
    const key = await keyOf(server, "withdrawer");
    const best = await submit(answering(hidden.keys, hidden.labels), key, `id score { ${SCORE} }`);
    await server.data(`mutation { withdrawRun(input: { run: "${best.id}" }) { run { id } } }`, {}, { key });
    const worse = await submit(answering(hidden.keys, hidden.labels.map(wrongLabel)), key, `id score { ${SCORE} }`);
    expect(worse.score).toEqual(best.score);
  });
});

/** The content of a cursor. */
const decoded = (cursor: string): readonly unknown[] => JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
