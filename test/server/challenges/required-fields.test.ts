import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { answering, type HiddenBenchmark, importHidden, keyOf, liftQuota } from "../hidden/hidden-benchmark.ts";

let server: TestServer;
let opened: HiddenBenchmark;
let [ann, bob] = ["", ""];
beforeAll(async () => {
  server = await createTestServer();
  opened = await importHidden(server, { slug: "opened", access: "visible", count: 40 });
  await liftQuota(server, "opened");
  [ann, bob] = [await keyOf(server, "ann"), await keyOf(server, "bob")];
});
afterAll(() => server.close());

const require = (...requiredFields: string[]) =>
  server.data(`mutation ($input: ConfigureChallengeInput!) { configureChallenge(input: $input) { __typename } }`, {
    input: { benchmark: "opened", requiredFields },
  });
const description = (more: object = {}) => ({
  benchmark: "opened",
  model: { name: "m" },
  inputs: ["VIDEO"],
  idempotencyKey: randomUUID(),
  ...more,
});
const predictions = () => answering(opened.keys, opened.labels);
const submit = (more: object = {}, key = ann) =>
  server.request<{ submitRun: { run: { id: string; reportUrl: string } | null; report: { inputIssues: unknown[] } } }>(
    `mutation ($input: SubmitRunInput!) { submitRun(input: $input) { run { id reportUrl } report { inputIssues { field message } } } }`,
    { input: { ...description(more), predictions: predictions() } },
    { key },
  );
const update = (run: string, changes: string) =>
  server.request(`mutation { updateRun(input: { run: "${run}", ${changes} }) { run { id } } }`, {}, { key: ann });
const openRun = (more: object = {}): Promise<string> =>
  server.openRun({ ...description(more), predictions: predictions() }, { key: ann });
const finalize = async (run: string): Promise<object> => {
  const report = "report { ok inputIssues { field message } }";
  const document = `mutation { finalizeRun(input: { run: "${run}" }) { run { status } ${report} } }`;
  return (await server.data<{ finalizeRun: object }>(document, {}, { key: ann })).finalizeRun;
};

describe("a report URL", () => {
  it.each([
    "http://example.org/report",
    "javascript:alert(1)",
    "data:text/html,x",
    "https://ann:secret@example.org/",
    "https://example.org/a b",
    "report.pdf",
    `https://example.org/${"x".repeat(2_000)}`,
  ])("is refused if it is %s", async (reportUrl) => {
    await require();
    const { data } = await submit({ reportUrl });
    expect(data.submitRun).toMatchObject({ run: null, report: { inputIssues: [{ field: "reportUrl" }] } });
    const run = await openRun();
    expect((await update(run, `reportUrl: ${JSON.stringify(reportUrl)}`)).errors?.[0]?.extensions.code).toBe(
      "BAD_USER_INPUT",
    );
  });

  it("must be an https address, is exported, and can be required", async () => {
    await require("REPORT_URL");
    expect((await submit()).data.submitRun).toMatchObject({
      run: null,
      report: { inputIssues: [{ field: "reportUrl" }] },
    });
    const { data } = await submit({ reportUrl: "https://example.org/report.pdf", visibility: "PUBLIC" });
    const run = data.submitRun.run;
    expect(run?.reportUrl).toBe("https://example.org/report.pdf");
    const exported = await server.app.request(`/export/runs/${run?.id}?format=inspect`);
    expect(await exported.text()).toContain("https://example.org/report.pdf");
    // An anonymous run must have an address, too, although nobody sees it yet.
    const anonymous = { anonymous: true, model: { name: "veiled" } };
    expect((await submit(anonymous)).data.submitRun.run).toBeNull();
    expect((await submit({ ...anonymous, reportUrl: "https://example.org/x" })).data.submitRun.run).not.toBeNull();
  });
});

describe("a required field", () => {
  it("must be present when a run is closed, even if it was not required when the run was opened", async () => {
    await require();
    const run = await openRun();
    await require("FRAMES", "REPORT_URL");
    const inputIssues = ["frames", "reportUrl"].map((field) => ({
      field,
      message: `The challenge of 'opened' requires '${field}'.`,
    }));
    expect(await finalize(run)).toEqual({ run: { status: "OPEN" }, report: { ok: false, inputIssues } });
    expect((await update(run, `frames: 8, reportUrl: "https://example.org/r"`)).errors).toBeUndefined();
    expect(await finalize(run)).toEqual({ run: { status: "SCORED" }, report: { ok: true, inputIssues: [] } });
  });

  it("cannot be removed from a closed run; other fields can still change", async () => {
    await require("FRAMES", "NOTES");
    const { data } = await submit({ frames: 8, notes: "as trained" });
    const run = data.submitRun.run?.id ?? "";
    for (const changes of ["frames: null", `notes: ""`, `notes: " "`, "frames: null, seed: 1"]) {
      const { errors } = await update(run, changes);
      expect(errors?.[0]?.extensions.code, changes).toBe("BAD_USER_INPUT");
    }
    expect((await update(run, "frames: 16, seed: 1")).errors).toBeUndefined();
    await require("FRAMES", "PROMPT");
    // The run lacks a prompt, which was not required when the run was stored. Its other fields may still be changed.
    expect((await update(run, `notes: "more"`)).errors).toBeUndefined();
    await require();
    expect((await update(run, "frames: null")).errors).toBeUndefined();
  });

  it("of a model can be added by an owner who may describe the model, and cannot be removed afterwards", async () => {
    await require();
    const model = { name: "Carded Net" };
    await submit({ model, visibility: "PUBLIC" });
    await require("MODEL_URL");
    const carded = { model: { ...model, url: "https://example.org/net" } };
    // Another owner cannot describe the model, so its URL would not be stored.
    const lacks = {
      run: null,
      report: {
        inputIssues: [{ field: "model.url", message: expect.stringMatching(/stored model 'Carded Net' lacks/) }],
      },
    };
    expect((await submit(carded, bob)).data.submitRun).toEqual(lacks);
    const create = `mutation ($input: CreateRunInput!) { createRun(input: $input) { run { id } report { inputIssues { field message } } } }`;
    expect(await server.data(create, { input: description(carded) }, { key: bob })).toEqual({ createRun: lacks });
    const { data, errors } = await submit(carded);
    expect(errors).toBeUndefined();
    const run = data.submitRun.run?.id;
    const stored = await server.data<{ run: { model: { id: string; url: string } } }>(
      `{ run(id: "${run}") { model { id url } } }`,
    );
    expect(stored.run.model.url).toBe("https://example.org/net");
    const { id } = stored.run.model;
    for (const url of [`null`, `""`]) {
      const change = `mutation { updateModel(input: { model: "${id}", url: ${url} }) { model { url } } }`;
      expect((await server.request(change, {}, { key: ann })).errors?.[0]?.extensions.code).toBe("BAD_USER_INPUT");
      expect((await update(run ?? "", `model: { url: ${url} }`)).errors?.[0]?.extensions.code).toBe("BAD_USER_INPUT");
    }
    await require();
  });
});
