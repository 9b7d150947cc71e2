import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { planComparison } from "../../../src/scoring/items/comparison-plan.ts";
import { fitItems } from "../../../src/scoring/items/fit-items.ts";
import { scoreTable } from "../../../src/scoring/items/item-scores.ts";
import { type Saturation, saturationOf } from "../../../src/scoring/items/key-suspect.ts";
import { runOfChoices } from "../../../src/scoring/items/outcome-matrix.ts";
import { suspectedKeys } from "../../../src/scoring/items/suspected-keys.ts";
import { type AskedQuestion, type SimulatedRun, simulateRuns } from "../../fixtures/simulated-runs.ts";
import { naiveAbilities } from "../../scoring/items/naive-fit.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { answering, type HiddenBenchmark, importHidden, keyOf, LABELS, liftQuota } from "../hidden/hidden-benchmark.ts";

const COUNT = 120;
const LEAKING = new Set([10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21]);
/** The questions on which models agree on another option than the answer key. */
const WRONG_KEYS = new Set([40, 41, 42]);

let server: TestServer;
let open: HiddenBenchmark;
let simulated: readonly SimulatedRun[];
let owner: string;

/** The option that models take for right: the answer key, except for the questions in `WRONG_KEYS`. */
const known = (label: string, index: number): string =>
  WRONG_KEYS.has(index) ? (LABELS[(LABELS.indexOf(label as "A") + 1) % 4] ?? "A") : label;

const submit = (benchmark: HiddenBenchmark, { model, organization, inputs, answers }: SimulatedRun) =>
  server.submit(
    {
      ...{ benchmark: benchmark.slug, visibility: "PUBLIC", model: { name: model, organization }, inputs },
      predictions: answering(benchmark.keys, answers),
    },
    { key: owner },
  );

const asked = ({ keys, labels }: HiddenBenchmark): AskedQuestion[] =>
  keys.map((key, index) => ({ key, labels: LABELS, right: known(labels[index] ?? "A", index) }));

beforeAll(async () => {
  server = await createTestServer();
  owner = await keyOf(server, "owner");
  open = await importHidden(server, { slug: "open", count: COUNT, access: "visible" });
  await liftQuota(server, open.slug);
  simulated = simulateRuns(asked(open), LEAKING, 3);
  for (const run of simulated) await submit(open, run);
});
afterAll(() => server.close());

/** The matrix of the runs with video and audio, ordered by model name as on the server. */
function matrixOfSubmitted() {
  const seeing = simulated.filter(({ inputs }) => inputs.length === 2).toSorted((a, b) => (a.model < b.model ? -1 : 1));
  const families = [...new Set(seeing.map(({ organization }) => organization))];
  const position = (label: string): number => LABELS.indexOf(label as "A") + 1;
  const key = Uint8Array.from(open.labels, position);
  return {
    questions: COUNT,
    runs: seeing.map(({ answers, organization }) =>
      runOfChoices(Uint8Array.from(answers, position), key, families.indexOf(organization)),
    ),
    options: new Uint8Array(COUNT).fill(4),
    key,
    clusters: Int32Array.from({ length: COUNT }, (_, index) => Math.floor(index / 4)),
    names: seeing.map(({ model }) => model),
  };
}

interface Finding {
  readonly problem: string;
  readonly figure: number | null;
  readonly question: { readonly key: string };
  readonly other: { readonly key: string } | null;
}
interface Report {
  readonly questionCount: number;
  readonly evidence: { readonly runs: number; readonly families: number };
  readonly withheld: readonly { readonly figure: string }[];
  readonly problems: readonly { readonly problem: string; readonly questions: number }[];
  readonly findings: {
    readonly totalCount: number;
    readonly pageInfo: { readonly endCursor: string | null };
    readonly nodes: readonly Finding[];
  };
  readonly modalities: readonly { readonly modality: string; readonly tested: number; readonly answered: number }[];
  readonly duplicateVideos: readonly {
    readonly video: { readonly key: string };
    readonly other: { readonly key: string };
    readonly reasons: readonly string[];
  }[];
}
const HEALTH = `query ($benchmark: String!, $runs: RunFilter, $problem: HealthProblem, $first: Int, $after: String) {
  benchmarkHealth(benchmark: $benchmark, runs: $runs) {
    questionCount evidence { runs families } withheld { figure } problems { problem questions }
    findings(problem: $problem, first: $first, after: $after) { totalCount pageInfo { endCursor }
      nodes { problem figure question { key } other { key } } }
    modalities { modality tested answered } duplicateVideos { video { key } other { key } reasons } } }`;

const health = async (variables: object = {}): Promise<Report> =>
  (
    await server.data<{ benchmarkHealth: Report }>(
      HEALTH,
      { benchmark: open.slug, first: 1_000, ...variables },
      { key: null },
    )
  ).benchmarkHealth;

const keysOf = (report: Report, problem: string): string[] =>
  report.findings.nodes.filter((found) => found.problem === problem).map(({ question }) => question.key);

describe("benchmarkHealth", () => {
  it("suspects the same keys as the functions in src/scoring, with the same evidence", async () => {
    const report = await health();
    expect(report.evidence).toEqual({ runs: 12, families: 4 });
    expect(report.withheld).toEqual([]);
    const matrix = matrixOfSubmitted();
    const expected = suspectedKeys(matrix, fitItems(scoreTable(matrix))).filter(
      ({ probability }) => probability >= 0.5,
    );
    const found = report.findings.nodes.filter(({ problem }) => problem === "SUSPECTED_KEY");
    expect(found.map(({ question }) => question.key).sort()).toEqual(
      expected.map(({ question }) => open.keys[question] ?? "").sort(),
    );
    for (const { question, figure } of found)
      expect(figure).toBeCloseTo(
        expected.find((suspect) => open.keys[suspect.question] === question.key)?.evidence ?? 0,
        6,
      );
    expect([...WRONG_KEYS].some((index) => keysOf(report, "SUSPECTED_KEY").includes(open.keys[index] ?? ""))).toBe(
      true,
    );
  });

  it("names the questions that models answer without the video, and tests no modality that every run had", async () => {
    const report = await health();
    const [video, audio] = report.modalities;
    expect(video).toMatchObject({ modality: "VIDEO", tested: COUNT });
    expect(audio).toEqual({ modality: "AUDIO", tested: 0, answered: 0 });
    const found = keysOf(report, "ANSWERED_WITHOUT_VIDEO");
    const leaking = found.filter((key) => LEAKING.has(open.keys.indexOf(key)));
    expect(leaking.length).toBeGreaterThanOrEqual(8);
    expect(found.length - leaking.length).toBeLessThanOrEqual(1);
    expect(video?.answered).toBe(found.length);
    expect(report.problems.map(({ problem }) => problem)).not.toContain("ANSWERED_WITHOUT_AUDIO");
  });

  it("finds no duplicates among texts that differ only in a number", async () => {
    const report = await health();
    // "Which one is it, number 7?" and "… number 8?", with their options, have 10 of 12 words in common.
    expect([...keysOf(report, "REPEATED"), ...keysOf(report, "DUPLICATE")]).toEqual([]);
    expect(report.duplicateVideos).toEqual([]);
  });

  it("counts the findings, filters them, and lists them page by page", async () => {
    const report = await health();
    for (const { problem, questions } of report.problems)
      expect([problem, new Set(keysOf(report, problem)).size]).toEqual([problem, questions]);
    const [first] = report.problems.filter(({ questions }) => questions > 1);
    const only = await health({ problem: first?.problem, first: 1 });
    expect(only.findings.totalCount).toBe(keysOf(report, first?.problem ?? "").length);
    const next = await health({ problem: first?.problem, first: 1, after: only.findings.pageInfo.endCursor });
    expect([...only.findings.nodes, ...next.findings.nodes]).toEqual(
      report.findings.nodes.filter(({ problem }) => problem === first?.problem).slice(0, 2),
    );
  });

  it("withholds figures that need more runs", async () => {
    const report = await health({ runs: { models: ["aster-1", "birch-1"] } });
    expect(report.withheld.map(({ figure }) => figure)).toEqual(["HEALTH", "MODEL", "KEY_SUSPECTS"]);
    expect(report.findings.nodes.every(({ problem }) => ["DUPLICATE", "REPEATED"].includes(problem))).toBe(true);
    expect(report.problems.map(({ problem }) => problem)).toEqual(["AMBIGUOUS_KEY", "DUPLICATE", "REPEATED"]);
  });
});

describe("abilities of runs", () => {
  const BOARD = `query ($benchmark: String!, $filter: QuestionFilter) { leaderboard(benchmark: $benchmark, filter: $filter, first: 50) {
    saturation { wrongKeys ambiguousKeys ceiling saturated evidence { runs families } }
    nodes { model { name } inputs value ... on RankedRun { run { id } score { interval { lower upper level } }
      ability { value standardError questions evidence { runs families } } } } } }`;
  interface Board {
    readonly saturation: Saturation | null;
    readonly nodes: readonly {
      readonly model: { readonly name: string };
      readonly inputs: readonly string[];
      readonly run: { readonly id: string };
      readonly score: { readonly interval: { readonly lower: number; readonly upper: number; readonly level: number } };
      readonly ability: { readonly value: number; readonly standardError: number; readonly questions: number } | null;
    }[];
  }
  const boardOf = async (benchmark = open.slug, key: string | null = null): Promise<Board> =>
    (await server.data<{ leaderboard: Board }>(BOARD, { benchmark }, { key })).leaderboard;

  it("equal those of src/scoring and of a plain implementation, on the leaderboard and on the run", async () => {
    const { nodes } = await boardOf();
    const { names, ...matrix } = matrixOfSubmitted();
    const table = scoreTable(matrix);
    const fit = fitItems(table);
    const plain = naiveAbilities(fit, table);
    const seeing = nodes.filter(({ inputs }) => inputs.length === 2);
    expect(seeing).toHaveLength(12);
    for (const { model, ability, run } of seeing) {
      const at = names.indexOf(model.name);
      expect(ability?.value).toBeCloseTo(fit.abilities[at] ?? Number.NaN, 6);
      expect(ability?.standardError).toBeCloseTo(fit.abilityErrors[at] ?? Number.NaN, 6);
      expect(Math.abs((ability?.value ?? Number.NaN) - (plain[at] ?? 0))).toBeLessThan(0.02);
      expect(ability?.questions).toBe(COUNT);
      const { run: alone } = await server.data<{ run: { ability: unknown } }>(
        "query ($id: ID!) { run(id: $id) { ability { value standardError questions evidence { runs families } } } }",
        { id: run.id },
      );
      expect(alone.ability).toEqual(ability);
    }
    const blind = nodes.filter(({ inputs }) => inputs.length === 1);
    expect(blind.every(({ ability }) => (ability?.value ?? 0) < -0.5)).toBe(true);
  });

  it("are returned beside the leaderboard's saturation, which equals that of src/scoring", async () => {
    const { saturation, nodes } = await boardOf();
    const matrix = matrixOfSubmitted();
    const interval = nodes[0]?.score.interval ?? { lower: 0, upper: 0, level: 0.95 };
    const expected = saturationOf(
      { suspects: suspectedKeys(matrix, fitItems(scoreTable(matrix))), ambiguous: 0 },
      interval,
    );
    expect(saturation?.wrongKeys).toBeCloseTo(expected.wrongKeys, 8);
    expect(saturation?.saturated).toBe(expected.saturated);
  });

  it("are null if there are too few runs", async () => {
    const { nodes, saturation } = await boardOf("omnidex-demo");
    expect(saturation).toBeNull();
    expect(nodes.length).toBeGreaterThan(0);
    expect(nodes.every(({ ability }) => ability == null)).toBe(true);
  });
});

describe("comparisonPlan", () => {
  const PLAN = `query ($benchmark: String!, $difference: Float!, $power: Float! = 0.8, $filter: QuestionFilter, $runs: RunFilter) {
    comparisonPlan(benchmark: $benchmark, difference: $difference, power: $power, filter: $filter, runs: $runs) {
      questions videos independentQuestions detectable variance intraclass perVideo available { questions videos }
      withheld { figure } } }`;
  const plan = (variables: object) =>
    server.request<{ comparisonPlan: object }>(PLAN, { benchmark: open.slug, ...variables }, { key: null });

  it("over a slice equals the plan of src/scoring", async () => {
    const matrix = matrixOfSubmitted();
    const slice = Int32Array.from({ length: COUNT / 2 }, (_, index) => 2 * index);
    const {
      evidence: _,
      difference,
      power,
      level,
      ...expected
    } = planComparison(scoreTable(matrix), matrix.clusters, slice, { difference: 0.05, power: 0.9 });
    const { data } = await plan({ difference, power, filter: { levels: ["PERCEPTION"] } });
    expect({ level, ...data?.comparisonPlan }).toEqual({
      level,
      ...expected,
      available: { questions: COUNT / 2, videos: COUNT / 4 },
      withheld: [],
    });
  });

  it.each([
    [{ difference: 0 }, "'difference' must be above 0, at most 1; got 0."],
    [{ difference: 0.1, power: 1 }, "'power' must be between 0 and 1; got 1."],
    [{ difference: 0.1, power: 0.025 }, "'power' must be above half of 'level', 0.025; got 0.025."],
    [{ difference: 0.1, filter: { durationSeconds: { gt: 1e9 } } }, "'filter' matches no question"],
    [{ difference: 1e-9 }, "takes more than 2147483647 questions; the smallest that can be planned is "],
    [{ difference: 1e-300 }, "takes more than 2147483647 questions"],
  ])("refuses %j", async (variables, message) => {
    const { errors } = await plan(variables);
    expect(errors?.[0]?.message).toContain(message);
    expect(errors?.[0]?.extensions?.code).toBe("BAD_USER_INPUT");
  });

  it("refuses a slice with fewer videos than any test needs", async () => {
    const { errors } = await plan({ difference: 0.1, filter: { keys: open.keys.slice(0, 8) } });
    expect(errors?.[0]).toMatchObject({
      message: "A plan needs questions of at least 6 videos; the questions that 'filter' matches are of 2.",
      extensions: { code: "BAD_USER_INPUT" },
    });
  });

  it("is withheld if there are too few runs", async () => {
    const { data } = await plan({ difference: 0.05, runs: { models: ["aster-1"] } });
    expect(data?.comparisonPlan).toMatchObject({ questions: null, detectable: null, withheld: [{ figure: "PLAN" }] });
  });
});

describe("reviews of answer keys", () => {
  const review = (question: string, verdict: string) =>
    server.data("mutation ($input: ReviewKeyInput!) { reviewKey(input: $input) { review { verdict } } }", {
      input: { benchmark: open.slug, question, verdict, reason: "looked at" },
    });
  const SATURATION = `query ($benchmark: String!) { leaderboard(benchmark: $benchmark) {
    saturation { wrongKeys ambiguousKeys ceiling saturated } } }`;
  const ceiling = async (): Promise<Saturation> =>
    (
      await server.data<{ leaderboard: { saturation: Saturation } }>(
        SATURATION,
        { benchmark: open.slug },
        { key: null },
      )
    ).leaderboard.saturation;

  it("remove a question from the suspected keys, list it if its key is ambiguous, and change the highest possible score", async () => {
    const [before, first] = [await health(), await ceiling()];
    const [key = ""] = keysOf(before, "SUSPECTED_KEY");
    const matrix = matrixOfSubmitted();
    const suspect = suspectedKeys(matrix, fitItems(scoreTable(matrix))).find(
      ({ question }) => open.keys[question] === key,
    );
    const share = (suspect?.probability ?? Number.NaN) / COUNT;
    const figure = (report: Report, problem: string): number | null | undefined =>
      report.findings.nodes.find((found) => found.problem === problem && found.question.key === key)?.figure;

    await review(key, "RIGHT");
    expect(keysOf(await health(), "SUSPECTED_KEY")).not.toContain(key);
    const cleared = await ceiling();
    expect(cleared.wrongKeys).toBeCloseTo(first.wrongKeys - share, 8);
    expect(cleared.ambiguousKeys).toBe(0);

    await review(key, "AMBIGUOUS");
    const report = await health();
    expect(keysOf(report, "SUSPECTED_KEY")).not.toContain(key);
    expect(keysOf(report, "AMBIGUOUS_KEY")).toEqual([key]);
    expect(report.problems).toContainEqual({ problem: "AMBIGUOUS_KEY", questions: 1 });
    expect(figure(report, "AMBIGUOUS_KEY")).toBe(figure(before, "SUSPECTED_KEY"));
    const marked = await ceiling();
    expect(marked.ambiguousKeys).toBeCloseTo(1 / COUNT, 8);
    expect(marked.wrongKeys).toBeCloseTo(cleared.wrongKeys, 8);
    expect(marked.ceiling).toBeCloseTo(1 - marked.wrongKeys - marked.ambiguousKeys / 2, 8);
    // There are too few runs for other findings, but the review is still listed.
    const few = await health({ runs: { models: ["aster-1"] } });
    expect(keysOf(few, "AMBIGUOUS_KEY")).toEqual([key]);

    await review(key, "CONFIRMED");
    const corrected = await health();
    expect([...keysOf(corrected, "SUSPECTED_KEY"), ...keysOf(corrected, "AMBIGUOUS_KEY")]).not.toContain(key);
    expect((await ceiling()).ambiguousKeys).toBe(0);
  });
});

describe("a benchmark that hides its answers", () => {
  it("shows its health to maintainers only", async () => {
    const hidden = await importHidden(server, { slug: "closed", count: COUNT });
    await liftQuota(server, hidden.slug);
    for (const run of simulateRuns(asked(hidden), LEAKING, 5)) await submit(hidden, run);
    for (const key of [null, owner]) {
      for (const [query, field] of [
        [HEALTH, "benchmarkHealth"],
        [
          "query ($benchmark: String!) { comparisonPlan(benchmark: $benchmark, difference: 0.1) { questions } }",
          "comparisonPlan",
        ],
      ] as const) {
        const { errors, data } = await server.request(query, { benchmark: hidden.slug }, { key });
        expect([errors?.[0]?.extensions?.code, data?.[field] ?? null]).toEqual(["FORBIDDEN", null]);
      }
      const board = await server.data<{
        leaderboard: { saturation: unknown; nodes: { run: { ability: unknown }; ability: unknown }[] };
      }>(
        `query ($benchmark: String!) { leaderboard(benchmark: $benchmark) { saturation { ceiling }
          nodes { ... on RankedRun { ability { value } run { ability { value } } } } } }`,
        { benchmark: hidden.slug },
        { key },
      );
      expect(board.leaderboard.saturation).toBeNull();
      expect(board.leaderboard.nodes.length).toBeGreaterThan(0);
      for (const { ability, run } of board.leaderboard.nodes) expect([ability, run.ability]).toEqual([null, null]);
    }
    const { data } = await server.request(HEALTH, { benchmark: hidden.slug });
    expect(data?.benchmarkHealth).toMatchObject({ evidence: { runs: 12, families: 4 } });
  });
});
