import { Command } from "commander";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { addSliceOptions, sliceFilter } from "../../src/cli/slice/slice-options.ts";
import { QUESTION_FLAG_NAMES, QUESTION_FLAGS } from "../../src/domain/question-flags.ts";
import { CLIENT_COLUMNS, QUESTION_COLUMNS } from "../../src/formats/questions/question-columns.ts";
import { omnidexFixture, omnidexJson } from "../fixtures/omnidex-fixture.ts";
import { ADMIN_KEY, createTestServer, type TestServer } from "../support/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
  const content = omnidexFixture();
  // The first question states no flag. Each of the others states one flag: first true, then false, for one flag after the
  // other.
  const said = QUESTION_FLAG_NAMES.flatMap((flag) => [{ [flag]: true }, { [flag]: false }]);
  const [like] = content.questions;
  const questions = [{}, ...said].map((flags, at) => ({ ...like, key: `flagged-${at}`, ...flags }));
  const body = new FormData();
  const { bytes } = omnidexJson({ ...content, questions });
  body.append("file", new File([new Uint8Array(bytes)], "flags.json"));
  const headers = { authorization: `Bearer ${ADMIN_KEY}` };
  const imported = await server.app.request("/import/my-bench", { method: "POST", body, headers });
  expect(imported.status).toBe(200);
});
afterAll(() => server.close());

describe.each(QUESTION_FLAG_NAMES)("the flag %s", (flag) => {
  const at = 1 + 2 * QUESTION_FLAG_NAMES.indexOf(flag);

  it.each([
    [true, `flagged-${at}`],
    [false, `flagged-${at + 1}`],
  ])("is imported, filtered and returned: %s", async (value, key) => {
    const { questions } = await server.data<{ questions: { nodes: object[] } }>(
      `query ($filter: QuestionFilter) { questions(filter: $filter) { nodes { key ${flag} } } }`,
      { filter: { benchmarks: ["my-bench"], [flag]: value } },
    );
    expect(questions.nodes).toEqual([{ key, [flag]: value }]);
  });

  it("is a dimension of facets, with a label for each value", async () => {
    const { dimension, label, opposite } = QUESTION_FLAGS[flag];
    const { facets } = await server.data<{ facets: { values: object[] }[] }>(
      `{ facets(filter: { benchmarks: ["my-bench"] }, by: [${dimension}]) { values { key label questions } } }`,
    );
    expect(facets).toEqual([
      {
        values: [
          { key: "false", label: opposite, questions: 1 },
          { key: "true", label, questions: 1 },
        ],
      },
    ]);
  });

  it("is a column of exports and of the CLI's files", async () => {
    const filter = encodeURIComponent(JSON.stringify({ benchmarks: ["my-bench"], [flag]: false }));
    const headers = { authorization: `Bearer ${ADMIN_KEY}` };
    const response = await server.app.request(`/export/questions.ndjson?filter=${filter}`, { headers });
    expect(JSON.parse(await response.text())).toMatchObject({ key: `flagged-${at + 1}`, [flag]: false });
    expect(QUESTION_COLUMNS.map(({ name }) => name)).toContain(flag);
    expect(CLIENT_COLUMNS.map(({ name }) => name)).toContain(flag);
  });

  it("is exported with its benchmark, and left out if it is not set", async () => {
    const headers = { authorization: `Bearer ${ADMIN_KEY}` };
    const response = await server.app.request("/export/benchmarks/my-bench.json", { headers });
    const { questions } = (await response.json()) as { questions: Readonly<Record<string, unknown>>[] };
    expect([questions[0], questions[at], questions[at + 1]].map((question) => question?.[flag])).toEqual([
      undefined,
      true,
      false,
    ]);
  });

  it("is an option of the CLI", () => {
    const option = flag.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    const parsed = (...args: string[]) =>
      sliceFilter(addSliceOptions(new Command("questions")).parse(args, { from: "user" }).opts());
    expect(parsed(`--${option}`)).toEqual({ [flag]: true });
    expect(parsed(`--no-${option}`)).toEqual({ [flag]: false });
    expect(parsed()).toEqual({});
  });
});
