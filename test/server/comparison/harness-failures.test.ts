import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { SubmissionFile } from "../../../src/formats/files/submission-file.ts";
import { vlmEvalKit } from "../../../src/formats/vlmevalkit/vlmevalkit-reader.ts";
import { jsonFile } from "../../fixtures/file-writing.ts";
import { importFiles } from "../../support/admin-imports.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";

const FILE: SubmissionFile = {
  name: "m_WorldSense.json",
  size: 0,
  read: async () => new Uint8Array(),
  sibling: async () => null,
};
const FAILURE = "Failed to obtain answer via API.";
/** The rows of a run that VLMEvalKit stored: 84 failures, of which 21 are of questions with the answer A. */
const ROWS = 100;
const FAILED = 84;
const LETTERS = ["A", "B", "C", "D"];

const content = {
  benchmark: { slug: "sounds", title: "Sounds" },
  tasks: [{ name: "Hearing", level: "PERCEPTION" }],
  videos: [],
  questions: Array.from({ length: ROWS }, (_, index) => ({
    key: `q${index}`,
    text: `Which sound is number ${index}?`,
    options: ["A dog", "A bell", "A car", "A drum"],
    answer: LETTERS[index % 4],
    task: "Hearing",
  })),
};

interface Audited {
  readonly counts: { readonly errored: number };
  readonly score: { readonly value: number };
  readonly audit: {
    readonly extractor: { readonly name: string };
    readonly original: { readonly value: number };
    readonly score: { readonly value: number };
    readonly differences: number;
    readonly disagreements: readonly {
      readonly original: { readonly rule: string; readonly outcome: string };
      readonly other: { readonly answer: string | null };
    }[];
  };
}

describe("a run in which VLMEvalKit's API failed", () => {
  let server: TestServer;
  let run: string;
  beforeAll(async () => {
    server = await createTestServer();
    await importFiles(server.database, "sounds", [jsonFile("sounds.json", content)]);
    const predictions = Array.from({ length: ROWS }, (_, index) => {
      const record = { index, question: `q${index}`, prediction: index < FAILED ? FAILURE : "Best answer: D" };
      const read = vlmEvalKit.read(record, { file: FILE, index, inTable: false });
      return { question: `q${index}`, response: read?.response, error: read?.error };
    });
    const { submitRun } = await server.data<{ submitRun: { run: { id: string } } }>(
      "mutation ($input: SubmitRunInput!) { submitRun(input: $input) { run { id } } }",
      { input: { benchmark: "sounds", model: { name: "m" }, inputs: ["AUDIO"], idempotencyKey: "f", predictions } },
    );
    run = submitRun.run.id;
  });
  afterAll(() => server.close());

  const audited = async (extractor: string): Promise<Audited> =>
    (
      await server.data<{ run: Audited }>(
        `query ($id: ID!, $extractor: String!) { run(id: $id) { counts { errored } score { value }
          audit(extractor: $extractor) { extractor { name } original { value } score { value } differences
            disagreements(first: 100) { original { rule outcome } other { answer } } } } }`,
        { id: run, extractor },
      )
    ).run;

  it("counts the failures as errors", async () => {
    const { counts, score, audit } = await audited("omnidex");
    expect(counts.errored).toBe(FAILED);
    // Of the 16 answers "D", every fourth is right.
    expect(score.value).toBe(4 / ROWS);
    expect(audit).toMatchObject({ score: { value: 4 / ROWS }, differences: 0 });
  });

  it.each([
    // "Best answer: D" is B without the comma, and D with it.
    ["vlmevalkit-worldsense", "B", FAILED + 16],
    ["vlmevalkit-2026-06-17", "D", FAILED],
  ])("reads each failure as A in the audit with %s", async (extractor, letter, differences) => {
    const { audit } = await audited(extractor);
    const failures = audit.disagreements.filter(({ original }) => original.outcome === "ERRORED");
    expect(failures).toHaveLength(FAILED);
    expect(new Set(failures.map(({ other }) => other.answer))).toEqual(new Set(["A"]));
    const others = audit.disagreements.filter(({ original }) => original.outcome !== "ERRORED");
    expect(new Set(others.map(({ other }) => other.answer))).toEqual(new Set(letter === "D" ? [] : [letter]));
    expect(audit.differences).toBe(differences);
    // 21 of the failures are right by chance, and 4 of the other answers, whether they are B or D.
    expect(audit.score.value).toBe(25 / ROWS);
  });
});
