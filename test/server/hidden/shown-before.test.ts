import { afterAll, beforeAll, expect, it } from "vitest";
import { ADMIN_KEY, createTestServer, type TestServer } from "../../support/test-server.ts";
import { answering, importHidden, keyOf } from "./hidden-benchmark.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

interface Report {
  readonly seenBefore: number;
  readonly contentHash: string;
  readonly status: string;
}

/** Imports 40 questions, of which these numbers have another key and text than those of the first import. */
async function imported(slug: string, access: string, fresh: (index: number) => object): Promise<Report> {
  const report: { value: Report | null } = { value: null };
  await importHidden(server, {
    slug,
    count: 40,
    access,
    replace: true,
    question: fresh,
    told: (own) => {
      report.value = own as Report;
    },
  });
  if (report.value === null) throw new Error("the import has no report");
  return report.value;
}

it("says at the import how many questions of a hidden release everyone has seen the answers of", async () => {
  expect((await imported("reused", "visible", () => ({}))).seenBefore).toBe(0);
  const renewed = (index: number) =>
    index < 10 ? { key: `new${index}`, text: `Another one, ${index}?` } : index < 15 ? { key: `new${index}` } : {};
  // Five have only another key, and are found by their text.
  expect((await imported("reused", "hidden", renewed)).seenBefore).toBe(30);
  expect((await imported("unseen", "hidden", () => ({}))).seenBefore).toBe(0);
});

it("shows a hash of the answers to nobody but maintainers; to others a name of the release that verifies no guess", async () => {
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
  // With a secret of each release: the same content elsewhere has another one, so no table can be made in advance.
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
