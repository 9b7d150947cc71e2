import { afterAll, beforeAll, expect, it } from "vitest";
import { ADMIN_KEY, createTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

it("a release keeps the names of its files and their source", async () => {
  const folder = `hf://datasets/FudanCVL/AVIBench@${"a".repeat(40)}/levels/reasoning`;
  const form = new FormData();
  for (const task of ["AVH", "VAH"]) {
    const record = {
      id: "0",
      task,
      input: { question: { text: "Is there a dog?" } },
      output: { question_answer: "yes" },
    };
    form.append("file", new Blob([JSON.stringify([record])]), `${folder}/${task}/data.json`);
  }
  const headers = { authorization: `Bearer ${ADMIN_KEY}` };
  const response = await server.app.request("/import/avi-bench", { method: "POST", headers, body: form });
  expect(response.status, await response.clone().text()).toBe(200);
  const document = '{ benchmark(slug: "avi-bench") { release { sourceFormat sourceFiles } } }';
  expect(await server.data(document)).toEqual({
    benchmark: {
      release: {
        sourceFormat: "avi-bench-json",
        sourceFiles: ["AVH", "VAH"].map((task) => `${folder}/${task}/data.json`).toSorted(),
      },
    },
  });
});
