import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { answering, type HiddenBenchmark, importHidden, keyOf, liftQuota } from "../hidden/hidden-benchmark.ts";

const SECRET = /veiled|lab of veils|example\.org/i;
const RUN = `{ id createdAt finalizedAt notes reportUrl anonymous model { id slug name organization url }
  concealed { name notes reportUrl organization url namesAt } }`;

interface ShownRun {
  readonly id: string;
  readonly createdAt: string;
  readonly finalizedAt: string;
  readonly notes: string | null;
  readonly reportUrl: string | null;
  readonly anonymous: boolean;
  readonly model: { readonly id: string; readonly slug: string; readonly name: string; readonly url: string | null };
  readonly concealed: { readonly name: string; readonly notes: string | null; readonly namesAt: string | null } | null;
}

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

const MODEL = { name: "Veiled Net", organization: "Lab of Veils", url: "https://example.org/veiled" };
const input = (more: object = {}) => ({
  benchmark: "opened",
  model: MODEL,
  inputs: ["VIDEO"],
  notes: "trained by the lab of veils",
  reportUrl: "https://example.org/report",
  visibility: "PUBLIC",
  anonymous: true,
  predictions: answering(opened.keys, opened.labels),
  idempotencyKey: randomUUID(),
  ...more,
});
const submit = async (more: object = {}, key = ann): Promise<ShownRun> =>
  (
    await server.data<{ submitRun: { run: ShownRun } }>(
      `mutation ($input: SubmitRunInput!) { submitRun(input: $input) { run ${RUN} } }`,
      { input: input(more) },
      { key },
    )
  ).submitRun.run;
const shown = async (id: string, key: string | null): Promise<ShownRun> =>
  (await server.data<{ run: ShownRun }>(`{ run(id: "${id}") ${RUN} }`, {}, { key })).run;
const name = (id: string, more = "", key = ann) =>
  server.request<{ nameRun: { run: ShownRun } }>(
    `mutation { nameRun(input: { run: "${id}"${more} }) { run ${RUN} } }`,
    {},
    { key },
  );

/** The results of all requests in which a caller could find the name. */
async function everything(id: string, key: string | null): Promise<string> {
  const documents = [
    `{ runs(filter: { benchmarks: ["opened"] }) { nodes ${RUN} } }`,
    `{ models(first: 100) { nodes { id slug name organization url parameters viewerCanUpdate } } }`,
    `{ leaderboard(benchmark: "opened", orderBy: { field: MODEL }) { nodes { model { name } ... on RankedRun { run ${RUN} } } } }`,
    `{ runGroups(filter: { benchmarks: ["opened"] }) { nodes { model { name slug } } } }`,
    `{ scoreTable(benchmark: "opened", by: [TASK]) { rows { model { name slug } } } }`,
    `{ auditLog(first: 100) { nodes { object operation } } }`,
  ];
  const answers = await Promise.all(
    documents.map(async (document) => {
      const { data, errors } = await server.request(document, {}, { key });
      return { data, errors };
    }),
  );
  const headers = key === null ? {} : { authorization: `Bearer ${key}` };
  const files = await Promise.all(
    ["json", "ndjson", "csv"].map(async (format) => {
      const response = await server.app.request(`/export/runs/${id}.${format}`, { headers });
      return `${JSON.stringify([...response.headers])}${await response.text()}`;
    }),
  );
  return JSON.stringify([answers, files]);
}

/** The results for a caller who guesses the name of the model or its organization. */
async function guesses(key: string | null): Promise<readonly unknown[]> {
  const answerTo = async (guess: string) => {
    const slug = guess.toLowerCase().replaceAll(" ", "-");
    const { data, errors } = await server.request(
      `{ model(slug: "${slug}") { id } runs(filter: { models: ["${slug}"] }) { totalCount }
         all: runs(filter: { organizations: ["${guess}"] }) { totalCount } }`,
      {},
      { key },
    );
    // The pseudonym itself is public, and allowed like any model that has a run.
    const plain = (message: string) =>
      message.replace(/\d+ values/, "values").replace(/Allowed \(\d+\): (?:anonymous-[0-9a-f]{10}, )*/, "Allowed: ");
    return { data, messages: errors?.map(({ message }) => plain(message)) };
  };
  return [await answerTo("Veiled Net"), await answerTo("Veiled Nets"), await answerTo("Lab of Veils")];
}

describe("an anonymous run", () => {
  it("shows a pseudonym to everyone, and its hidden fields to its owner only", async () => {
    const before = [await guesses(null), await guesses(bob)];
    const run = await submit();
    expect([await guesses(null), await guesses(bob)]).toEqual(before);
    expect(run.model.name).toMatch(/^Anonymous [0-9a-f]{10}$/);
    expect(run.concealed).toMatchObject({ name: "Veiled Net", notes: "trained by the lab of veils", namesAt: null });
    for (const key of [null, bob]) {
      expect(await shown(run.id, key)).toMatchObject({
        anonymous: true,
        concealed: null,
        notes: null,
        reportUrl: null,
      });
      expect(await everything(run.id, key)).not.toMatch(SECRET);
    }
    // A submitter who uses the same name learns nothing, does not get the pseudonym, and does not reveal the name.
    const other = await submit({ anonymous: false, notes: "bob's", reportUrl: null, visibility: "PRIVATE" }, bob);
    expect(other.model).toMatchObject({ slug: "veiled-net", name: "Veiled Net" });
    expect(other.model.id).not.toBe(run.model.id);
    expect(await shown(run.id, bob)).toMatchObject({ model: { name: run.model.name } });
  });

  it("shares its pseudonym with the owner's other runs of the model on the benchmark, and with no other run", async () => {
    const [one, two] = [await submit({ seed: 1 }), await submit({ seed: 2 })];
    expect(two.model.id).toBe(one.model.id);
    const others = [await submit({ model: { name: "Another Net" } }), await submit({}, bob)];
    expect(new Set([one, ...others].map(({ model }) => model.id)).size).toBe(3);
    const both = await Promise.all([submit({ model: { name: "Twin" } }), submit({ model: { name: "Twin" }, seed: 3 })]);
    expect(both[0]?.model.id).toBe(both[1]?.model.id);
  });

  it("can change its hidden fields, and nobody else can describe or take its pseudonym", async () => {
    const run = await submit({ model: { name: "Changed Net" } });
    const update = `mutation { updateRun(input: { run: "${run.id}", notes: "of the lab of veils", frames: 8,
      model: { url: "https://example.org/changed" } }) { run ${RUN} } }`;
    const { updateRun } = await server.data<{ updateRun: { run: ShownRun } }>(update, {}, { key: ann });
    expect(updateRun.run).toMatchObject({ notes: null, model: { url: null } });
    expect(updateRun.run.concealed).toMatchObject({ notes: "of the lab of veils", url: "https://example.org/changed" });
    const describe = `mutation { updateModel(input: { model: "${run.model.id}", url: "https://example.org" }) { model { id } } }`;
    for (const key of [ann, bob])
      expect((await server.request(describe, {}, { key })).errors?.[0]?.extensions.code).toBe("FORBIDDEN");
    const taken = await server.request(
      `mutation ($input: SubmitRunInput!) { submitRun(input: $input) { report { inputIssues { field } } } }`,
      { input: input({ anonymous: false, model: { name: run.model.name } }) },
      { key: bob },
    );
    expect(JSON.stringify(taken)).toContain("model.name");
  });

  it("keeps its id, times, score and rank when all runs of its pseudonym are named", async () => {
    const model = { name: "Named Net", url: "https://example.org/named" };
    const [one, two] = [await submit({ model, seed: 1 }), await submit({ model, seed: 2, visibility: "PRIVATE" })];
    const rank = async () =>
      (
        await server.data<{ leaderboard: { nodes: { rank: number; value: number; run: { id: string } }[] } }>(
          `{ leaderboard(benchmark: "opened", published: false, first: 100) { nodes { rank value ... on RankedRun { run { id } } } } }`,
        )
      ).leaderboard.nodes.find(({ run }) => run.id === one.id);
    const before = [await rank(), await shown(one.id, null)] as const;
    expect((await name(one.id, "", bob)).errors?.[0]?.extensions.code).toBe("FORBIDDEN");
    const { data } = await name(one.id);
    expect(data.nameRun.run).toMatchObject({
      anonymous: false,
      concealed: null,
      notes: "trained by the lab of veils",
      reportUrl: "https://example.org/report",
      model: { slug: "named-net", name: "Named Net", url: "https://example.org/named" },
    });
    const after = await shown(one.id, null);
    expect([after.id, after.createdAt, after.finalizedAt]).toEqual([
      one.id,
      before[1].createdAt,
      before[1].finalizedAt,
    ]);
    expect(await rank()).toEqual(before[0]);
    expect((await shown(two.id, ann)).model.id).toBe(after.model.id);
    expect(await server.data(`{ model(slug: "${one.model.slug}") { id } }`, {}, { key: null })).toEqual({
      model: null,
    });
    // Repeating the call changes nothing, and a later anonymous run gets another pseudonym.
    expect((await name(one.id)).data.nameRun.run).toEqual(data.nameRun.run);
    expect((await submit({ model, seed: 3 })).model.name).not.toBe(one.model.name);
  });

  it("joins the public model of its name when it is named", async () => {
    const model = { name: "Known Net" };
    const known = await submit({ model, anonymous: false }, bob);
    const hidden = await submit({ model });
    expect(hidden.model.id).not.toBe(known.model.id);
    expect((await name(hidden.id)).data.nameRun.run.model.id).toBe(known.model.id);
  });

  it("can have a date on which the server names it", async () => {
    const run = await submit({ model: { name: "Dated Net" }, namesAt: "2999-01-01T00:00:00Z" });
    expect(run.concealed?.namesAt).toBe("2999-01-01T00:00:00.000Z");
    const { data } = await name(run.id, `, at: "2998-01-01T00:00:00Z"`);
    expect(data.nameRun.run).toMatchObject({ anonymous: true, concealed: { namesAt: "2998-01-01T00:00:00.000Z" } });
    const { createRun } = await server.data<{
      createRun: { run: null; report: { inputIssues: readonly { message: string }[] } };
    }>(
      `mutation ($input: CreateRunInput!) { createRun(input: $input) { run { id } report { inputIssues { message } } } }`,
      { input: { ...input({ anonymous: false, namesAt: "2999-01-01" }), predictions: undefined } },
      { key: ann },
    );
    expect(createRun.run).toBeNull();
    expect(createRun.report.inputIssues[0]?.message).toMatch(/'namesAt' is for anonymous runs/);
  });

  it("does not keep its pseudonym if the pseudonym's runs are named during the submission", async () => {
    const model = { name: "Racing Net" };
    const first = await submit({ model });
    const [, ...runs] = await Promise.all([
      name(first.id),
      ...Array.from({ length: 6 }, (_, seed) => submit({ model, seed })),
    ]);
    const stuck = await server.database.query(sql`
      select r.id from runs r join pseudonyms p on p.model_id = r.model_id where p.named_at is not null`);
    expect(stuck).toEqual([]);
    for (const { id } of runs) expect((await shown(id, ann)).model.name).toMatch(/^(Racing Net|Anonymous \w+)$/);
  });
});
