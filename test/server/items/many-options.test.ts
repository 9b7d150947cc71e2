import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { optionLabel } from "../../../src/domain/option-label.ts";
import { ADMIN_KEY, createTestServer, type TestServer } from "../../support/test-server.ts";
import {
  answering,
  type HiddenBenchmark,
  importHidden,
  keyOf,
  LABELS,
  liftQuota,
  seeded,
} from "../hidden/hidden-benchmark.ts";

/** The numbers of options of the first questions. A byte can represent 255 options. */
const SIZES = [254, 255, 256] as const;
const COUNT = 40;
const FAMILIES = ["alpha", "beta", "gamma", "delta", "omega"] as const;

let server: TestServer;
let open: HiddenBenchmark;
let oddities: readonly object[] = [];

const optionsOf = (count: number): readonly string[] => Array.from({ length: count }, (_, index) => `thing ${index}`);
const lastLabel = (count: number): string => optionLabel(count - 1);

beforeAll(async () => {
  server = await createTestServer();
  open = await importHidden(server, {
    slug: "open",
    count: COUNT,
    access: "visible",
    question: (index) => {
      const size = SIZES[index];
      return size === undefined ? {} : { options: optionsOf(size), answer: index === 0 ? lastLabel(size) : "A" };
    },
    told: (report) => {
      ({ oddities } = report as { oddities: readonly object[] });
    },
  });
  await liftQuota(server, open.slug);
  const owner = await keyOf(server, "owner");
  for (let run = 0; run < 10; run++) {
    const random = seeded(run + 1);
    const labels = open.labels.map((right, index) => {
      const [knows, guess] = [random(), random()];
      const size = SIZES[index];
      // All but the weakest choose the last option, which is wrong by the answer keys of the second and the third
      // question.
      if (size !== undefined) return run === 0 ? "thing 1" : `thing ${size - 1}`;
      return knows < 0.1 + 0.08 * run ? right : (LABELS[Math.floor(guess * 4)] ?? "A");
    });
    const model = { name: `${FAMILIES[run % FAMILIES.length]}-${run}` };
    const predictions = answering(open.keys, labels);
    await server.submit({ benchmark: open.slug, visibility: "PUBLIC", model, predictions }, { key: owner });
  }
});
afterAll(() => server.close());

interface Item {
  readonly share: number | null;
  readonly agreement: number | null;
  readonly options: readonly { readonly label: string | null; readonly isKey: boolean; readonly count: number }[];
  readonly model: object | null;
}

describe("a question with more than 255 options", () => {
  it("is scored, but has no statistics of its options", async () => {
    const { itemAnalysis } = await server.data<{ itemAnalysis: { nodes: Item[] } }>(
      `{ itemAnalysis(benchmark: "open", first: 3) { nodes {
        share agreement options { label isKey count } model { a } } } }`,
      {},
      { key: null },
    );
    const chosen = itemAnalysis.nodes.map(({ options }) => options.filter(({ count }) => count > 0));
    expect(chosen).toEqual([
      [
        { label: "B", isKey: false, count: 1 },
        { label: "IT", isKey: true, count: 9 },
      ],
      [
        { label: "B", isKey: false, count: 1 },
        { label: "IU", isKey: false, count: 9 },
      ],
      [],
    ]);
    expect(itemAnalysis.nodes.map(({ options }) => options.length)).toEqual([255, 256, 0]);
    expect(itemAnalysis.nodes.map(({ agreement }) => agreement === null)).toEqual([false, false, true]);
    expect(itemAnalysis.nodes.map(({ share }) => share)).toEqual([0.9, 0, 0]);
    expect(itemAnalysis.nodes.map(({ model }) => model === null)).toEqual([false, false, false]);
  });

  it("is reported by the import, with the reason", () => {
    const many = oddities.filter((oddity) => "code" in oddity && oddity.code === "MANY_OPTIONS");
    expect(many).toEqual([
      { code: "MANY_OPTIONS", key: open.keys[2], message: expect.stringMatching(/^256 options\./) },
    ]);
  });

  it("never has a suspected key, and its review is refused with the reason", async () => {
    const { keySuspects } = await server.data<{
      keySuspects: { nodes: { question: { key: string }; key: string; proposed: string }[] };
    }>(`{ keySuspects(benchmark: "open", first: 100) { nodes { question { key } key proposed } } }`, {}, { key: null });
    const of = (index: number) => keySuspects.nodes.filter(({ question }) => question.key === open.keys[index]);
    expect(of(1)).toEqual([{ question: { key: open.keys[1] }, key: "A", proposed: "IU" }]);
    expect(of(2)).toEqual([]);
    const { errors } = await server.request(
      "mutation ($input: ReviewKeyInput!) { reviewKey(input: $input) { review { verdict } } }",
      { input: { benchmark: "open", question: open.keys[2], verdict: "RIGHT", reason: "looked" } },
      { key: ADMIN_KEY },
    );
    expect(errors?.[0]?.extensions.code).toBe("BAD_USER_INPUT");
    expect(errors?.[0]?.message).toMatch(/^'question': it has 256 options, .* at most 255 options are reviewed;/);
  });

  it("is refused if it has more options than there are labels", async () => {
    const file = (count: number) =>
      JSON.stringify({
        benchmark: { slug: `of-${count}`, title: "Many" },
        questions: [
          { key: "q", task: "t", level: "REASONING", text: "Which?", options: optionsOf(count), answer: "A" },
        ],
      });
    const imported = async (count: number) => {
      const form = new FormData();
      form.append("file", new Blob([file(count)]), "many.json");
      return server.app.request(`/import/of-${count}`, {
        method: "POST",
        body: form,
        headers: { authorization: `Bearer ${ADMIN_KEY}` },
      });
    };
    expect((await imported(702)).status).toBe(200);
    const refused = await imported(703);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("at most 702 options, whose labels are A to ZZ, found 703 in question 'q'");
  });
});
