import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { answering, type HiddenBenchmark, importHidden, keyOf, LABELS, liftQuota } from "./hidden-benchmark.ts";

const ANALYSIS = `query ($benchmark: String!) { itemAnalysis(benchmark: $benchmark, first: 1000) {
  evidence { runs } nodes { question { key } asked share discrimination agreement options { label isKey count } } } }`;
const STATISTICS = `query ($benchmark: [String!]) { questions(filter: { benchmarks: $benchmark }, first: 1000) {
  nodes { key statistics { asked share options { label isKey } } } } }`;

let server: TestServer;
let hidden: HiddenBenchmark;
const keys: Record<"attacker" | "maintainer" | "neighbour", string> = { attacker: "", maintainer: "", neighbour: "" };

beforeAll(async () => {
  server = await createTestServer();
  hidden = await importHidden(server, { count: 40 });
  await importHidden(server, { slug: "next-door", count: 40 });
  await liftQuota(server, hidden.slug);
  for (const name of ["attacker", "maintainer", "neighbour"] as const) keys[name] = await keyOf(server, name);
  const add = "mutation ($input: MaintainerInput!) { addMaintainer(input: $input) { maintainers } }";
  await server.data(add, { input: { benchmark: hidden.slug, owner: "maintainer" } });
  await server.data(add, { input: { benchmark: "next-door", owner: "neighbour" } });
  // The attacker's runs are of enough families for every figure.
  for (let run = 0; run < 9; run++) {
    const labels = hidden.keys.map((_, index) => LABELS[(index + run) % 4] ?? "A");
    const name = `${["one", "two", "three", "four"][run % 4]}-${run}`;
    const predictions = answering(hidden.keys, labels);
    await server.submit(
      { benchmark: hidden.slug, predictions, visibility: "PUBLIC", model: { name } },
      { key: keys.attacker },
    );
  }
});
afterAll(() => server.close());

const review = (input: object, key: string | null) =>
  server.request(
    "mutation ($input: ReviewKeyInput!) { reviewKey(input: $input) { review { verdict key } } }",
    { input: { benchmark: hidden.slug, reason: "r", ...input } },
    { key },
  );

describe("statistics of questions whose answers are hidden", () => {
  const callers = [
    ["a caller without a key", () => null],
    ["the owner of the runs", () => keys.attacker],
    ["the maintainer of another benchmark", () => keys.neighbour],
  ] as const;

  it.each(callers)("are refused to %s, whatever slice and runs are requested", async (_, key) => {
    for (const more of ["", "filter: { levels: [REASONING] }", "runs: { mine: true }", "orderBy: { field: SHARE }"]) {
      const document = `{ itemAnalysis(benchmark: "secrets" ${more}) { evidence { runs } totalCount nodes { asked share } } }`;
      const { data, errors } = await server.request(document, {}, { key: key() });
      expect(data).toBeNull();
      expect(errors?.map(({ extensions }) => extensions.code)).toEqual(["FORBIDDEN"]);
    }
  });

  it.each(callers)("list no suspected answer keys for %s, who may not review an answer key either", async (_, key) => {
    for (const more of ["", "reviewed: true", "runs: { mine: true }", 'filter: { keys: ["q0000"] }']) {
      const document = `{ keySuspects(benchmark: "secrets" ${more}) { totalCount evidence { runs } nodes { proposed } } }`;
      const { data, errors } = await server.request(document, {}, { key: key() });
      expect(data).toBeNull();
      expect(errors?.map(({ extensions }) => extensions.code)).toEqual(["FORBIDDEN"]);
    }
    for (const verdict of ["CONFIRMED", "AMBIGUOUS", "RIGHT"]) {
      const { errors } = await review({ question: hidden.keys[0], verdict }, key());
      expect(errors?.[0]?.extensions.code).toBe(key() === null ? "UNAUTHENTICATED" : "FORBIDDEN");
      // The refusal does not depend on whether the question exists.
      const unknown = await review({ question: "none", verdict }, key());
      expect(unknown.errors?.[0]?.message).toBe(errors?.[0]?.message);
    }
  });

  it("show reviews to maintainers only; a review changes nothing that others see", async () => {
    const seen = `query { questions(filter: { benchmarks: ["secrets"] }, first: 1000) { nodes { key answer { label } keyReviews { verdict key proposed } } }
      benchmark(slug: "secrets") { release { keyRevisions { revision reason corrections { after { label } } } } } }`;
    const before = await server.data<object>(seen, {}, { key: keys.attacker });
    const { data } = await review({ question: hidden.keys[0], verdict: "AMBIGUOUS" }, keys.maintainer);
    expect(data?.reviewKey).toMatchObject({ review: { verdict: "AMBIGUOUS", key: hidden.labels[0] } });
    for (const [, key] of callers) expect(await server.data(seen, {}, { key: key() })).toEqual(before);
    const { questions } = await server.data<{ questions: { nodes: { keyReviews: object[] }[] } }>(
      seen,
      {},
      { key: keys.maintainer },
    );
    expect(questions.nodes.map(({ keyReviews }) => keyReviews.length)).toEqual(
      hidden.keys.map((_, index) => Number(index === 0)),
    );
  });

  it.each(callers)("are null on each question for %s", async (_, key) => {
    const { questions } = await server.data<{ questions: { nodes: { statistics: object | null }[] } }>(
      STATISTICS,
      { benchmark: [hidden.slug] },
      { key: key() },
    );
    expect(questions.nodes).toHaveLength(40);
    expect(questions.nodes.filter(({ statistics }) => statistics !== null)).toEqual([]);
  });

  it("are shown to the benchmark's maintainers, and reveal its answer key", async () => {
    const { itemAnalysis } = await server.data<{
      itemAnalysis: { evidence: { runs: number }; nodes: { options: { label: string | null; isKey: boolean }[] }[] };
    }>(ANALYSIS, { benchmark: hidden.slug }, { key: keys.maintainer });
    expect(itemAnalysis.evidence.runs).toBe(9);
    const shown = itemAnalysis.nodes.map(({ options }) => options.find(({ isKey }) => isKey)?.label);
    expect(shown).toEqual(hidden.labels);
  });

  it("are refused as soon as the maintainer is removed, although the analysis is cached", async () => {
    const remove = "mutation ($input: MaintainerInput!) { removeMaintainer(input: $input) { maintainers } }";
    await server.data(remove, { input: { benchmark: hidden.slug, owner: "maintainer" } });
    const { data, errors } = await server.request(ANALYSIS, { benchmark: hidden.slug }, { key: keys.maintainer });
    expect(data).toBeNull();
    expect(errors?.[0]?.extensions.code).toBe("FORBIDDEN");
  });
});
