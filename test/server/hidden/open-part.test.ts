import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ImportReport } from "../../../src/domain/import-report.ts";
import { ADMIN_KEY, createTestServer, type TestServer } from "../../support/test-server.ts";
import { keyOf, LABELS, seeded } from "./hidden-benchmark.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

/** Files of a benchmark with four questions about each video, and a question without a video after each of them. */
function fileOf(slug: string, videos: number): string {
  const random = seeded(11);
  const questions = Array.from({ length: videos * 5 }, (_, index) => ({
    key: `q${index}`,
    ...(index % 5 < 4 && { video: `v${Math.floor(index / 5)}` }),
    task: index % 2 === 0 ? "Counting" : "Order",
    level: "PERCEPTION",
    text: `Which one is it, number ${index}?`,
    options: ["the first", "the second", "the third", "the fourth"],
    answer: LABELS[Math.floor(random() * 4)],
  }));
  const keys = Array.from({ length: videos }, (_, index) => ({ key: `v${index}` }));
  return JSON.stringify({
    benchmark: { slug, title: "Sounds", description: "Sounds of kitchens.", license: "CC-BY-4.0" },
    videos: keys,
    questions,
  });
}

async function imported(slug: string, parameters: string, { videos = 100, key = ADMIN_KEY } = {}) {
  const form = new FormData();
  form.append("file", new Blob([fileOf(slug, videos)]), "sounds.json");
  const headers = { authorization: `Bearer ${key}` };
  const response = await server.app.request(`/import/${slug}?${parameters}`, { method: "POST", body: form, headers });
  return {
    status: response.status,
    body: (await response.json()) as ImportReport & {
      errors: { message: string; extensions: { code: string } }[];
    },
  };
}

interface Question {
  readonly key: string;
  readonly video: { readonly key: string } | null;
  readonly answer: object | null;
}
const questionsOf = async (slug: string): Promise<readonly Question[]> =>
  (
    await server.data<{ questions: { nodes: Question[] } }>(
      `{ questions(first: 1000, filter: { benchmarks: ["${slug}"] }) { nodes { key video { key } answer { __typename } } } }`,
      {},
      { key: null },
    )
  ).questions.nodes;
const benchmarkOf = async (slug: string) =>
  (
    await server.data<{ benchmark: object | null }>(
      `{ benchmark(slug: "${slug}") { title description license release { questionCount answerAccess } } }`,
      {},
      { key: null },
    )
  ).benchmark;

describe("an import with an open part", () => {
  let report: ImportReport;
  beforeAll(async () => {
    expect((await imported("sounds", "open=0.3&dryRun=true")).body).toMatchObject({ status: "CREATED", dryRun: true });
    expect([await benchmarkOf("sounds"), await benchmarkOf("sounds-open")]).toEqual([null, null]);
    ({ body: report } = await imported("sounds", "open=0.3"));
  });

  it("makes two benchmarks, one with answers that everyone sees, and says so", async () => {
    expect(report).toMatchObject({
      benchmark: "sounds",
      answerAccess: "HIDDEN",
      hiddenElsewhere: [],
      seenBefore: 0,
      open: { benchmark: "sounds-open", answerAccess: "VISIBLE", hiddenElsewhere: [] },
    });
    const open = report.open as ImportReport;
    expect(report.counts.questions + open.counts.questions).toBe(500);
    expect(report.counts.videos + open.counts.videos).toBe(100);
    expect(open.counts.questions / 500).toBeCloseTo(0.3, 1);
    expect(await benchmarkOf("sounds")).toMatchObject({
      title: "Sounds",
      description: "Sounds of kitchens. Its open part, with answers that everyone sees, is 'sounds-open'.",
      release: { questionCount: report.counts.questions, answerAccess: "HIDDEN" },
    });
    expect(await benchmarkOf("sounds-open")).toMatchObject({
      title: "Sounds (open part)",
      description: "Sounds of kitchens. The open part of 'sounds', whose other answers are hidden.",
      license: "CC-BY-4.0",
      release: { questionCount: open.counts.questions, answerAccess: "VISIBLE" },
    });
  });

  it("has each question in one part, with all others about its video", async () => {
    const [hidden, open] = [await questionsOf("sounds"), await questionsOf("sounds-open")];
    expect(hidden.every(({ answer }) => answer === null)).toBe(true);
    expect(open.every(({ answer }) => answer !== null)).toBe(true);
    expect(new Set([...hidden, ...open].map(({ key }) => key)).size).toBe(500);
    const videos = (questions: readonly Question[]) => new Set(questions.flatMap(({ video }) => video?.key ?? []));
    expect([...videos(open)].filter((key) => videos(hidden).has(key))).toEqual([]);
    expect([...videos(open), ...videos(hidden)]).toHaveLength(100);
    expect(open.some(({ video }) => video === null) && hidden.some(({ video }) => video === null)).toBe(true);
  });

  it("gives everybody breakdowns on the open part, and none on the other one", async () => {
    const key = await keyOf(server, "ann");
    const cells = async (slug: string): Promise<number> => {
      const predictions = (await questionsOf(slug)).map((question) => ({ question: question.key, response: "A" }));
      const input = { benchmark: slug, model: { name: "m" }, inputs: ["VIDEO"], visibility: "PUBLIC", predictions };
      const { submitRun } = await server.data<{ submitRun: { run: { breakdown: object[] } } }>(
        `mutation ($input: SubmitRunInput!) { submitRun(input: $input) { run { breakdown(by: [TASK]) { score { value } } } } }`,
        { input: { ...input, idempotencyKey: randomUUID() } },
        { key },
      );
      return submitRun.run.breakdown.length;
    };
    expect([await cells("sounds-open"), await cells("sounds")]).toEqual([2, 0]);
  });

  it("changes nothing if it is repeated, and keeps questions on their side in a later release", async () => {
    expect((await imported("sounds", "open=0.3")).body).toMatchObject({
      status: "UNCHANGED",
      open: { status: "UNCHANGED" },
    });
    const before = new Set((await questionsOf("sounds-open")).map(({ key }) => key));
    const { body } = await imported("sounds", "open=0.3&replace=true", { videos: 120 });
    expect(body).toMatchObject({ status: "CREATED", releaseVersion: 2, seenBefore: 0, open: { releaseVersion: 2 } });
    const after = new Set((await questionsOf("sounds-open")).map(({ key }) => key));
    expect([...before].filter((key) => !after.has(key))).toEqual([]);
    expect((await questionsOf("sounds")).filter(({ key }) => before.has(key))).toEqual([]);
    expect(after.size).toBeGreaterThan(before.size);
  });
});

it("is imported by maintainers, who then maintain both benchmarks, but not into a benchmark of others", async () => {
  expect((await imported("first", "answers=hidden")).status).toBe(200);
  await server.data(`mutation { addMaintainer(input: { benchmark: "first", owner: "mia" }) { maintainers } }`);
  const key = await keyOf(server, "mia");
  expect((await imported("first", "open=0.5&replace=true", { key })).status).toBe(200);
  const { viewer } = await server.data<{ viewer: object }>("{ viewer { maintains } }", {}, { key });
  expect(viewer).toEqual({ maintains: ["first", "first-open"] });
  expect((await imported("taken", "answers=hidden")).status).toBe(200);
  expect((await imported("taken-open", "answers=hidden")).status).toBe(200);
  await server.data(`mutation { addMaintainer(input: { benchmark: "taken", owner: "mia" }) { maintainers } }`);
  const { status, body } = await imported("taken", "open=0.5&replace=true", { key });
  expect([status, body.errors[0]]).toMatchObject([
    403,
    {
      message: "The open part would be imported into 'taken-open', which you do not maintain.",
      extensions: { code: "FORBIDDEN" },
    },
  ]);
  const byAdmin = await imported("taken", "open=0.5&replace=true");
  expect([byAdmin.status, byAdmin.body.errors[0]?.message]).toEqual([
    409,
    "The open part would be imported into 'taken-open', which hides its answers. Import the benchmark under another slug.",
  ]);
});

it("shows no answer if the import of the other part is refused", async () => {
  expect((await imported("kept", "answers=hidden")).status).toBe(200);
  const { status, body } = await imported("kept", "open=0.5");
  expect([status, body.errors[0]?.extensions.code]).toEqual([409, "CONFLICT"]);
  expect(await benchmarkOf("kept-open")).toBeNull();
  expect((await imported("kept", "open=0.5&replace=true")).body).toMatchObject({
    status: "CREATED",
    open: {
      status: "CREATED",
      hiddenElsewhere: expect.arrayContaining([expect.objectContaining({ benchmark: "kept" })]),
    },
  });
});

it.each([
  ["open=0", "'open' must be a share of the questions, such as 0.2; got '0'."],
  ["open=1.5", "'open' must be a share of the questions, such as 0.2; got '1.5'."],
  ["open=some", "'open' must be a share of the questions, such as 0.2; got 'some'."],
  ["open=0.0", "'open' must be a share of the questions above 0 and below 1; got 0."],
  ["open=0.5&answers=visible", "'open' is for a release that hides its other answers."],
  ["open=0.01", /^With 'open' = 0.01, the open part has \d+ of 500 questions; it needs at least 20/],
])("refuses %s", async (parameters, message) => {
  const { status, body } = await imported("refused", parameters);
  expect([status, body.errors[0]?.extensions.code]).toEqual([400, "BAD_USER_INPUT"]);
  if (typeof message === "string") expect(body.errors[0]?.message).toBe(message);
  else expect(body.errors[0]?.message).toMatch(message);
  expect(await benchmarkOf("refused")).toBeNull();
});
