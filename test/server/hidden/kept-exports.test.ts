import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { type HiddenBenchmark, importHidden, keyOf } from "./hidden-benchmark.ts";

let server: TestServer;
let hidden: HiddenBenchmark;
let maintainer: string;
beforeAll(async () => {
  server = await createTestServer();
  hidden = await importHidden(server, { count: 40 });
  maintainer = await keyOf(server, "maintainer");
  await server.data("mutation ($input: MaintainerInput!) { addMaintainer(input: $input) { maintainers } }", {
    input: { benchmark: hidden.slug, owner: "maintainer" },
  });
});
afterAll(() => server.close());

/** Downloads the benchmark's questions; with a range, the server keeps the whole file on disk. */
const download = async (extension: string, headers: Readonly<Record<string, string>>): Promise<string> => {
  const filter = encodeURIComponent(JSON.stringify({ benchmarks: [hidden.slug] }));
  const response = await server.app.request(`/export/questions.${extension}?filter=${filter}`, { headers });
  expect([200, 206]).toContain(response.status);
  return Buffer.from(await response.arrayBuffer()).toString("latin1");
};

it.each(["ndjson", "csv", "parquet"])(
  "a %s file with answers is cached for a maintainer's range requests and sent to nobody else",
  async (extension) => {
    const range = { range: "bytes=0-9999999" };
    const own = await download(extension, { ...range, authorization: `Bearer ${maintainer}` });
    expect(own).toContain("the answer is");
    for (const headers of [{}, range]) expect(await download(extension, headers)).not.toContain("the answer is");
    const again = await download(extension, { ...range, authorization: `Bearer ${maintainer}` });
    expect(again).toBe(own);
  },
);
