import { afterAll, beforeAll, expect, it } from "vitest";
import { jsonFile } from "../fixtures/file-writing.ts";
import { importFiles } from "../support/admin-imports.ts";
import { createTestServer, type TestServer } from "../support/test-server.ts";
import { asAdmin, fetchFile } from "./export/export-client.ts";
import { correct, submit } from "./rescoring/rescoring-client.ts";

const question = (key: string, fields: object) => ({
  key,
  task: "Look",
  level: "PERCEPTION",
  text: `${key}?`,
  ...fields,
});
const FILE = jsonFile("colours.json", {
  benchmark: { slug: "colours", title: "Colours" },
  questions: [
    question("set", { options: ["red", "blue", "green"], answer: ["blue", "red"] }),
    question("either", { answers: ["grey", "gray"] }),
    question("free", { answer: ["a bell", "a dog"] }),
  ],
});

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
  await importFiles(server.database, "colours", [FILE]);
});
afterAll(() => server.close());

async function outcomes(run: string): Promise<readonly string[]> {
  const found = await server.data<{
    run: { predictions: { nodes: { outcome: string; extraction: { answer: string | null } }[] } };
  }>("query ($id: ID!) { run(id: $id) { predictions { nodes { outcome extraction { answer } } } } }", { id: run });
  return found.run.predictions.nodes.map(({ outcome, extraction }) => `${outcome} ${extraction.answer}`);
}

const rows = (set: string, either: string, free: string) => [
  { question: "set", response: set },
  { question: "either", response: either },
  { question: "free", response: free },
];

it("sets are scored in any order, and each accepted text is right", async () => {
  const right = await submit(server, "colours", "right", rows("The answers are B and A.", "Gray.", "a dog and a bell"));
  expect(await outcomes(right)).toEqual(["CORRECT red; blue", "CORRECT Gray.", "CORRECT a dog and a bell"]);
  const wrong = await submit(server, "colours", "wrong", rows("red", "green", "a dog"));
  expect(await outcomes(wrong)).toEqual(["WRONG red", "WRONG green", "WRONG a dog"]);
  const undecided = await submit(server, "colours", "undecided", rows("red or blue", "", "a bell; a dog; a cat"));
  expect(await outcomes(undecided)).toEqual(["UNPARSED null", "UNPARSED null", "WRONG a bell; a dog; a cat"]);
});

it("an export is imported as the same release", async () => {
  const response = await fetchFile(server, "/export/benchmarks/colours.json", asAdmin);
  const file = { name: "colours.json", bytes: new Uint8Array(await response.arrayBuffer()) };
  expect(await importFiles(server.database, "colours", [file])).toMatchObject({ status: "UNCHANGED" });
});

it("a correction may give several accepted texts, and a set", async () => {
  const run = await submit(server, "colours", "silver", rows("green and red", "silver", "a cat"));
  const { changed } = await correct(server, "colours", [
    { question: "set", answer: '["A", "green"]' },
    { question: "either", answer: '{"answers": ["grey", "silver"]}' },
    { question: "free", answer: "[a cat]" },
  ]);
  expect(changed).toBeGreaterThan(0);
  expect(await outcomes(run)).toEqual(["CORRECT red; green", "CORRECT silver", "CORRECT a cat"]);
});
