import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ADMIN, type Viewer } from "../../../src/domain/viewer.ts";
import { importFiles } from "../../../src/server/benchmarks/import-files.ts";
import { omnidexJson } from "../../fixtures/omnidex-fixture.ts";
import { ADMIN_KEY, createTestServer, type TestServer } from "../../support/test-server.ts";
import { answering, importHidden, keyOf } from "./hidden-benchmark.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

interface Report {
  readonly seenBefore: number;
  readonly hiddenElsewhere: readonly { readonly benchmark: string; readonly questionCount: number }[];
  readonly contentHash: string;
  readonly status: string;
}

/**
 * Imports a benchmark of 40 questions by default. `fresh` returns the fields in which a question differs from the default.
 */
async function imported(
  slug: string,
  access: string,
  fresh: (index: number) => object,
  { key = ADMIN_KEY, seed = 7, count = 40 } = {},
): Promise<Report> {
  const report: { value: Report | null } = { value: null };
  const told = (own: unknown): void => {
    report.value = own as Report;
  };
  await importHidden(server, { slug, count, access, seed, replace: true, question: fresh, told, key });
  if (report.value === null) throw new Error("the import has no report");
  return report.value;
}

/** Texts of questions. Benchmarks about different topics have no question in common. */
const about = (topic: string) => (index: number) => ({ text: `Which ${topic} is it, number ${index}?` });

it("the import counts the questions of a hidden release whose answers were public before", async () => {
  const cups = about("cup");
  expect((await imported("reused", "visible", cups)).seenBefore).toBe(0);
  const renewed = (index: number) =>
    index < 10
      ? { key: `new${index}`, text: `Another one, ${index}?` }
      : { ...cups(index), ...(index < 15 && { key: `new${index}` }) };
  // Five questions differ only in their question key, and are found by their text.
  expect((await imported("reused", "hidden", renewed)).seenBefore).toBe(30);
  expect((await imported("unseen", "hidden", about("bowl"))).seenBefore).toBe(0);
  // In another benchmark, question keys are not compared, but the texts and the options are.
  const copied = (index: number) => (index < 12 ? cups(index) : about("jug")(index));
  expect((await imported("copied", "hidden", copied)).seenBefore).toBe(12);
});

describe("a replaced release with visible answers", () => {
  const bells = about("bell");
  beforeAll(async () => {
    await imported("replaced", "visible", bells);
    await imported("replaced", "visible", about("gong"));
  });

  it("is compared only for administrators and for the maintainers of its benchmark", async () => {
    await imported("prober", "hidden", about("harp"));
    const host = await keyOf(server, "a prober");
    const add = `mutation ($benchmark: String!) { addMaintainer(input: { benchmark: $benchmark, owner: "a prober" }) { benchmark } }`;
    await server.data(add, { benchmark: "prober" });
    expect((await imported("prober", "hidden", bells, { key: host })).seenBefore).toBe(0);
    expect((await imported("prober-too", "hidden", bells)).seenBefore).toBe(40);
    await server.data(add, { benchmark: "replaced" });
    const more = (index: number): object => (index === 0 ? about("harp")(index) : bells(index));
    expect((await imported("prober", "hidden", more, { key: host })).seenBefore).toBe(39);
  });

  it("is not compared for a viewer who maintains no benchmark", async () => {
    const questions = Array.from({ length: 2 }, (_, index) => ({
      ...{
        key: `q${index}`,
        text: `Which bell is it, number ${index}?`,
        answer: "A",
        task: "Order",
        level: "REASONING",
      },
      options: ["the first", "the second", "the third", "the fourth"],
    }));
    const benchmark = { slug: "unnamed", title: "Secrets" };
    const files = [omnidexJson({ benchmark, videos: [], questions })];
    const counted = async (viewer: Viewer): Promise<number> => {
      const options = { answers: "HIDDEN", dryRun: true, viewer } as const;
      return (await importFiles(server.database, "unnamed", files, options)).seenBefore;
    };
    expect(await counted({ owner: "somebody", admin: false })).toBe(0);
    expect(await counted(ADMIN)).toBe(2);
  });
});

describe("the import of a release that reveals answers which another benchmark hides", () => {
  const spoons = about("spoon");
  const of = (benchmark: string, questionCount: number) => ({ benchmark, questionCount });

  it("names the other benchmark and counts the questions, even if the two answer keys differ", async () => {
    expect((await imported("kept-secret", "hidden", spoons)).hiddenElsewhere).toEqual([]);
    const fields = (index: number): object => {
      if (index >= 15) return about("fork")(index);
      // A question with the same options in another order is the same; a question with another option is not.
      if (index < 10) return { ...spoons(index), options: ["the fourth", "the second", "the third", "the first"] };
      return index < 12
        ? { ...spoons(index), options: ["the first", "the second", "the third", "none"] }
        : spoons(index);
    };
    const report = await imported("open-copy", "visible", fields);
    expect(report).toMatchObject({ seenBefore: 0, hiddenElsewhere: [of("kept-secret", 13)] });
    const others = await imported("open-copy-too", "visible", fields, { seed: 99 });
    expect(others.hiddenElsewhere).toEqual(report.hiddenElsewhere);
    // A hidden release reveals no answers, and an import of the same files changes nothing.
    expect((await imported("hidden-copy", "hidden", spoons)).hiddenElsewhere).toEqual([]);
    expect(await imported("open-copy", "visible", fields)).toMatchObject({ status: "UNCHANGED", hiddenElsewhere: [] });
  });

  it("names its own benchmark if an earlier release hides the answers", async () => {
    const pots = about("pot");
    await imported("opened", "hidden", pots);
    const fields = (index: number): object =>
      index < 30 ? pots(index) : { ...about("lid")(index), key: `new${index}` };
    expect((await imported("opened", "visible", fields)).hiddenElsewhere).toEqual([of("opened", 30)]);
  });

  it("counts a question that is asked of many videos only if the video is the same", async () => {
    const same = { text: "Do the sound and the picture match?", options: ["yes", "no", "partly", "unclear"] };
    await imported("matching", "hidden", () => same);
    const moved = (video: string) => (index: number) => (index < 12 ? { ...same, video } : about("echo")(index));
    expect((await imported("moved", "visible", moved("v9"))).hiddenElsewhere).toEqual([of("matching", 12)]);
    expect((await imported("new-videos", "visible", moved("v10"), { count: 44 })).hiddenElsewhere).toEqual([]);
  });

  it("tells the maintainers of other benchmarks nothing about releases that they cannot see", async () => {
    const pans = about("pan");
    await imported("retired", "hidden", pans);
    await imported("retired", "hidden", about("kettle"));
    const host = await keyOf(server, "another host");
    const add = `mutation ($benchmark: String!) { addMaintainer(input: { benchmark: $benchmark, owner: "another host" }) { benchmark } }`;
    await imported("guesses", "visible", about("plate"));
    await server.data(add, { benchmark: "guesses" });
    expect((await imported("guesses", "visible", pans, { key: host })).hiddenElsewhere).toEqual([]);
    expect((await imported("asked", "visible", pans)).hiddenElsewhere).toEqual([of("retired", 40)]);
    await server.data(add, { benchmark: "retired" });
    const more = (index: number): object => (index === 0 ? about("plate")(index) : pans(index));
    expect((await imported("guesses", "visible", more, { key: host })).hiddenElsewhere).toEqual([of("retired", 39)]);
  });

  it("counts open questions only if both are about the same video, or both about no video", async () => {
    const open = { text: "What happens next?", options: [], answerFormat: "OPEN_TEXT", answer: "a door opens" };
    const asked = (video: string | null) => (index: number) =>
      index === 0 ? { ...open, video } : about(`drum ${video}`)(index);
    await imported("open-answers", "hidden", asked("v3"));
    expect((await imported("same-video", "visible", asked("v3"))).hiddenElsewhere).toEqual([of("open-answers", 40)]);
    expect((await imported("other-video", "visible", asked("v4"))).hiddenElsewhere).toEqual([]);
    const repeated = (index: number) =>
      index < 3 ? { text: "Which one is odd?", video: null } : about("flute")(index);
    await imported("without-videos", "hidden", repeated);
    const again = (index: number) => (index < 2 ? repeated(index) : about("oboe")(index));
    expect((await imported("no-videos-either", "visible", again)).hiddenElsewhere).toEqual([of("without-videos", 2)]);
  });
});

it("only maintainers see the content hash; others see a hash with which they cannot verify guessed answers", async () => {
  const { contentHash } = await imported("hashed", "hidden", () => ({ reasoningSteps: [] }));
  const twin = await imported("hashed-too", "hidden", () => ({ reasoningSteps: [] }));
  const reader = await keyOf(server, "guesser");
  const QUERY = `query ($slug: String!) { benchmark(slug: $slug) { release { contentHash } } }`;
  const hashFor = async (key: string | null, slug = "hashed") =>
    (await server.data<{ benchmark: { release: { contentHash: string } } }>(QUERY, { slug }, { key })).benchmark.release
      .contentHash;
  expect(await hashFor(ADMIN_KEY)).toBe(contentHash);
  const shown = await hashFor(reader);
  expect(shown).toMatch(/^[0-9a-f]{64}$/);
  expect(shown).not.toBe(contentHash);
  expect(await hashFor(null)).toBe(shown);
  // The hash that others see includes a secret of the release. The same content has a different hash in another release,
  // so hashes of guesses cannot be computed in advance.
  expect(twin.contentHash).not.toBe("");
  expect(await hashFor(reader, "hashed-too")).not.toBe(shown);
  const run = await server.submit<{ id: string }>(
    { benchmark: "hashed", predictions: answering(["q0001"], ["A"]), visibility: "PUBLIC" },
    { key: reader },
  );
  const filter = encodeURIComponent(JSON.stringify({ benchmarks: ["hashed"] }));
  for (const path of [
    ...["inspect", "eee", "lmms-eval-results"].map((format) => `/export/runs/${run.id}?format=${format}`),
    `/export/questions.ndjson?filter=${filter}`,
    "/croissant/hashed",
  ]) {
    const response = await server.app.request(path, { headers: { authorization: `Bearer ${reader}` } });
    const text = await response.text();
    expect([path, response.status]).toEqual([path, 200]);
    expect([path, text.includes(contentHash.slice(0, 12))]).toEqual([path, false]);
  }
  // A maintainer's export of the benchmark is the same release again.
  const file = await server.app.request("/export/benchmarks/hashed.json", {
    headers: { authorization: `Bearer ${ADMIN_KEY}` },
  });
  const form = new FormData();
  form.append("file", new Blob([await file.arrayBuffer()]), "hashed.json");
  const again = await server.app.request("/import/hashed", {
    method: "POST",
    body: form,
    headers: { authorization: `Bearer ${ADMIN_KEY}` },
  });
  expect(await again.json()).toMatchObject({ status: "UNCHANGED", contentHash });
});
