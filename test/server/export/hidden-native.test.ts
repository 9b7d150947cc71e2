import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { jsonFile } from "../../fixtures/file-writing.ts";
import { mmworldFixture } from "../../fixtures/mmworld-fixture.ts";
import { omnidexFixture } from "../../fixtures/omnidex-fixture.ts";
import { importFiles } from "../../support/admin-imports.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { asAdmin, exportPath, fetchFile, parseCsv, parseNdjson, parseParquet } from "./export-client.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
  const videos = mmworldFixture()
    .slice(0, 1)
    .map((video) => ({
      ...video,
      solution: "secret",
      questions: video.questions.map((question) => ({ ...question, explanation: "secret" })),
    }));
  await importFiles(server.database, "mmworld", [jsonFile("mmworld.json", videos)]);
  const own = omnidexFixture();
  const [question] = own.questions;
  const file = {
    ...own,
    videos: own.videos.map((video) => ({ ...video, native: { duration: "secret" } })),
    questions: [{ ...question, native: { type: "secret", prompt: "secret" }, hint: "secret" }],
  };
  await importFiles(server.database, "my-bench", [jsonFile("my-bench.json", file)]);
});
afterAll(() => server.close());

const setAccess = (access: string) =>
  server.database.transaction((tx) => tx.query({ text: "update releases set answer_access = $1", params: [access] }));

const BENCHMARKS = ["mmworld", "my-bench"];
interface Natives {
  readonly questions: { readonly nodes: readonly { readonly key: string; readonly native: object }[] };
  readonly videos: { readonly nodes: readonly { readonly key: string; readonly native: object }[] };
}
const QUERY = `query ($slugs: [String!]) {
  questions(filter: { benchmarks: $slugs }, first: 100) { nodes { key native } }
  videos(filter: { benchmarks: $slugs }, first: 100) { nodes { key native } } }`;

/** All `native` fields of these benchmarks as a caller gets them, in every format. */
async function texts(key: string | null): Promise<readonly string[]> {
  const options = key === null ? undefined : asAdmin;
  const natives = await server.data<Natives>(QUERY, { slugs: BENCHMARKS }, { key });
  const filter = { benchmarks: BENCHMARKS };
  const file = (extension: string) => fetchFile(server, exportPath(extension, filter), options);
  return [
    JSON.stringify(natives),
    JSON.stringify(parseNdjson(await (await file("ndjson")).text())),
    JSON.stringify(parseCsv(await (await file("csv")).text())),
    JSON.stringify(await parseParquet(await (await file("parquet")).arrayBuffer()), (_, value) =>
      typeof value === "bigint" ? Number(value) : value,
    ),
  ];
}

describe("fields that an importer does not know", () => {
  it("are exported in `native` for everybody if answers are visible", async () => {
    for (const text of await texts(null)) expect(text).toContain("secret");
    const [row] = parseCsv(await (await fetchFile(server, exportPath("csv", { benchmarks: ["my-bench"] }))).text());
    expect(JSON.parse(row?.native ?? "")).toEqual({ type: "secret", prompt: "secret", hint: "secret" });
  });

  it("are exported for administrators only if answers are hidden", async () => {
    await setAccess("HIDDEN");
    for (const text of await texts(null)) expect(text).not.toContain("secret");
    for (const text of await texts(asAdmin.key)) expect(text).toContain("secret");
    const { questions, videos } = await server.data<Natives>(QUERY, { slugs: BENCHMARKS }, { key: null });
    for (const { key, native } of questions.nodes) expect(Object.keys(native)).toEqual(key === "q1" ? [] : ["type"]);
    const [video] = videos.nodes;
    expect(video?.native).toMatchObject({ discipline: expect.any(String), subdiscipline: expect.any(String) });
    await setAccess("VISIBLE");
  });
});
