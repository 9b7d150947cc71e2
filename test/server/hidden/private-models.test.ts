import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { rowsAs } from "../../support/count-rows.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { keyOf } from "./hidden-benchmark.ts";

const MODEL = "id slug name parameters organization url viewerCanUpdate";
const FIELDS = `id model { ${MODEL} }`;
const SECRET = { name: "Secret Net", parameters: "7B", organization: "Ada's lab", url: "https://example.org/secret" };

interface Model {
  readonly id: string;
  readonly slug: string;
  readonly name: string;
  readonly url: string | null;
  readonly viewerCanUpdate: boolean;
}
interface Run {
  readonly id: string;
  readonly model: Model;
}

let server: TestServer;
let [ada, bob, cleo] = ["", "", ""];
beforeAll(async () => {
  server = await createTestServer();
  [ada, bob, cleo] = [await keyOf(server, "ada"), await keyOf(server, "bob"), await keyOf(server, "cleo")];
});
afterAll(() => server.close());

const submit = (key: string, model: object, input: object = {}): Promise<Run> =>
  server.submit<Run>(
    { model, predictions: [{ question: "video-001/0", response: "A" }], ...input },
    { fields: FIELDS, key },
  );
const publish = async (key: string, run: string, visibility = "PUBLIC", model?: object): Promise<Run> =>
  (
    await server.data<{ updateRun: { run: Run } }>(
      `mutation ($input: UpdateRunInput!) { updateRun(input: $input) { run { ${FIELDS} } } }`,
      { input: { run, visibility, model } },
      { key },
    )
  ).updateRun.run;
const openPublicly = async (key: string, model: object): Promise<string> =>
  (
    await server.data<{ createRun: { run: Run } }>(
      `mutation ($input: CreateRunInput!) { createRun(input: $input) { run { ${FIELDS} } } }`,
      { input: { benchmark: "omnidex-demo", model, inputs: ["VIDEO"], visibility: "PUBLIC" } },
      { key },
    )
  ).createRun.run.id;
async function finalize(key: string, run: string): Promise<Run> {
  const predictions = [{ question: "video-001/0", response: "A" }];
  await server.data(
    `mutation ($input: AppendPredictionsInput!) { appendPredictions(input: $input) { added } }`,
    { input: { run, predictions } },
    { key },
  );
  const { finalizeRun } = await server.data<{ finalizeRun: { run: Run } }>(
    `mutation ($input: FinalizeRunInput!) { finalizeRun(input: $input) { run { ${FIELDS} } } }`,
    { input: { run } },
    { key },
  );
  return finalizeRun.run;
}
const modelOf = async (key: string | null, slug: string): Promise<Model | null> =>
  (
    await server.data<{ model: Model | null }>(
      `query ($slug: String!) { model(slug: $slug) { ${MODEL} } }`,
      { slug },
      { key },
    )
  ).model;

/** All responses in which a caller could find a model, without its name and its id. */
async function probes(key: string | null, name: string, id: string): Promise<string> {
  const slug = name.toLowerCase().replaceAll(" ", "-");
  const documents = [
    ["query ($slug: String!) { model(slug: $slug) { id } }", { slug }],
    ["query ($id: ID!) { node(id: $id) { id } }", { id }],
    ["{ models(first: 100) { totalCount nodes { slug } } }", {}],
    ["query ($slug: String!) { runs(filter: { models: [$slug] }) { totalCount } }", { slug }],
    ["query ($slug: String!) { runs(filter: { not: { models: [$slug] } }) { totalCount } }", { slug }],
    [
      `query ($slug: String!) { leaderboard(benchmark: "omnidex-demo", runFilter: { models: [$slug] }) { totalCount } }`,
      { slug },
    ],
    [`{ runs(filter: { organizations: ["Ada's lab"] }) { totalCount } }`, {}],
    ["{ runs(filter: { parameterCount: { gte: 7e9, lte: 7e9 } }) { totalCount } }", {}],
    [
      `mutation ($id: ID!) { updateModel(input: { model: $id, url: "https://example.org/x" }) { model { id } } }`,
      { id },
    ],
  ] as const;
  const told = [];
  for (const [document, variables] of documents) {
    const { data, errors } = await server.request(document, variables, { key });
    told.push({
      data,
      errors: errors?.map(({ message, extensions }) => ({
        message,
        code: extensions.code,
        details: extensions.details,
      })),
    });
  }
  return JSON.stringify(told).replaceAll(slug, "the-slug").replaceAll(name, "The Name").replaceAll(id, "the-id");
}

describe("the model of a private run", () => {
  it("is shown to its owner and to administrators; for others it looks like a name that nobody has used", async () => {
    const mine = await submit(ada, SECRET);
    expect(mine.model).toMatchObject({ ...SECRET, slug: "secret-net", viewerCanUpdate: true });
    expect(await modelOf(ada, "secret-net")).toEqual(mine.model);
    expect(await modelOf(null, "secret-net")).toBeNull();
    for (const key of [bob, null])
      expect(await probes(key, "Secret Net", mine.model.id)).toBe(await probes(key, "Sacred Nut", "model_2147483647"));
    expect(await probes(ada, "Secret Net", mine.model.id)).not.toBe(
      await probes(ada, "Sacred Nut", "model_2147483647"),
    );
  });

  it("does not describe a run that another owner has under the same name, private or public", async () => {
    const mine = await submit(ada, { ...SECRET, name: "Twice" });
    const theirs = await submit(bob, { name: "Twice" });
    expect(theirs.model).toMatchObject({
      slug: "twice",
      url: null,
      organization: null,
      parameters: null,
      viewerCanUpdate: true,
    });
    expect(theirs.model.id).not.toBe(mine.model.id);
    const published = await publish(bob, theirs.id);
    expect(published.model).toEqual(theirs.model);
    expect(await modelOf(null, "twice")).toEqual({ ...theirs.model, viewerCanUpdate: false });
  });

  it("becomes the public model with the owner's first public run, and keeps its id", async () => {
    const mine = await submit(ada, { ...SECRET, name: "Later" });
    const published = await publish(ada, mine.id);
    expect(published.model).toEqual(mine.model);
    expect(await modelOf(null, "later")).toEqual({ ...mine.model, viewerCanUpdate: false });
    const joined = await submit(bob, { name: "LATER", url: "https://example.org/mine" });
    expect(joined.model).toEqual({ ...mine.model, viewerCanUpdate: false });
  });

  it("belongs to another owner if they published the name first; the run then gets their description", async () => {
    const mine = await submit(ada, { ...SECRET, name: "Taken" });
    const theirs = await submit(bob, { name: "Taken", url: "https://example.org/bob" }, { visibility: "PUBLIC" });
    expect(
      (
        await server.data<{ run: Run }>(
          `query ($id: ID!) { run(id: $id) { ${FIELDS} } }`,
          { id: mine.id },
          { key: ada },
        )
      ).run.model,
    ).toEqual(mine.model);
    const published = await publish(ada, mine.id);
    expect(published.model).toEqual({ ...theirs.model, viewerCanUpdate: false });
    expect(await modelOf(ada, "taken")).toEqual(published.model);
  });

  it("is private again when the only public run of its name becomes private", async () => {
    const mine = await submit(ada, { ...SECRET, name: "Back" }, { visibility: "PUBLIC" });
    await publish(ada, mine.id, "PRIVATE");
    expect(await modelOf(null, "back")).toBeNull();
    expect((await submit(bob, { name: "Back" })).model).toMatchObject({ url: null, viewerCanUpdate: true });
    expect(await modelOf(ada, "back")).toEqual(mine.model);
  });

  it("becomes a private model of each owner, so that a name does not show whether others have private runs of it", async () => {
    const seen: unknown[] = [];
    for (const name of ["Probed", "Unused"]) {
      const bait = await submit(ada, { ...SECRET, name }, { visibility: "PUBLIC" });
      const hidden = name === "Probed" ? await submit(bob, { name }) : null;
      await publish(ada, bait.id, "PRIVATE");
      const { id, ...model } = (await submit(cleo, { name, url: "https://example.org/cleo" })).model;
      expect([bait.model.id, hidden?.model.id]).not.toContain(id);
      seen.push({ ...model, name: "x", slug: "x" });
      expect(await modelOf(null, name.toLowerCase())).toBeNull();
      // Each owner keeps the description that it saw, and may change it.
      expect(await modelOf(ada, name.toLowerCase())).toEqual({ ...bait.model, viewerCanUpdate: true });
      if (hidden === null) continue;
      const own = await modelOf(bob, "probed");
      expect(own).toEqual({ ...hidden.model, id: own?.id, viewerCanUpdate: true });
      expect(own?.id).not.toBe(bait.model.id);
      // Bob publishes the name now, so the public model is his.
      expect((await publish(bob, hidden.id)).model).toEqual(own);
    }
    expect(seen[0]).toEqual(seen[1]);
  });

  it("is given back to the owner of its first public run when another owner's run was the last public one", async () => {
    const mine = await submit(ada, { ...SECRET, name: "Shared" }, { visibility: "PUBLIC" });
    const theirs = await submit(bob, { name: "Shared" }, { visibility: "PUBLIC" });
    expect((await publish(ada, mine.id, "PRIVATE")).model).toEqual(mine.model);
    const own = (await publish(bob, theirs.id, "PRIVATE")).model;
    // Each owner describes its own model from now on.
    await publish(ada, mine.id, "PRIVATE", { url: "https://example.org/unreleased" });
    expect(await modelOf(ada, "shared")).toEqual({ ...mine.model, url: "https://example.org/unreleased" });
    expect(await modelOf(bob, "shared")).toEqual(own);
    expect(own).toEqual({ ...mine.model, id: own.id, viewerCanUpdate: true });
    const { id, url } = (await submit(cleo, { name: "Shared" })).model;
    expect([mine.model.id, own.id]).not.toContain(id);
    expect(url).toBeNull();
    expect(await modelOf(null, "shared")).toBeNull();
  });

  it("does not stay public because of a run that becomes public only when it is scored", async () => {
    const bait = await submit(ada, { ...SECRET, name: "Planned" }, { visibility: "PUBLIC" });
    const open = await openPublicly(bob, { name: "Planned" });
    await publish(ada, bait.id, "PRIVATE");
    expect((await submit(cleo, { name: "Planned" })).model).toMatchObject({ url: null, viewerCanUpdate: true });
    const { model } = await finalize(bob, open);
    expect(model).toMatchObject({ url: SECRET.url, viewerCanUpdate: true });
    expect(model.id).not.toBe(bait.model.id);
    expect(await modelOf(null, "planned")).toMatchObject({ id: model.id });
  });

  it("does not become public with a public run that has no score", async () => {
    const run = await openPublicly(ada, { ...SECRET, name: "Open" });
    expect((await submit(bob, { name: "Open" }, { visibility: "PUBLIC" })).model).toMatchObject({ url: null });
    expect((await finalize(ada, run)).model).toMatchObject({ url: null, viewerCanUpdate: false });
  });

  it("becomes one public model if ten owners publish the name at once", async () => {
    const keys = await Promise.all(Array.from({ length: 10 }, (_, index) => keyOf(server, `owner-${index}`)));
    const runs = await Promise.all(keys.map((key) => submit(key, { name: "Crowd" }, { visibility: "PUBLIC" })));
    const found = await rowsAs<{ count: number }>(
      server.database,
      sql`select count(distinct r.model_id)::int as count from runs r join models m on m.id = r.model_id
        where m.slug = 'crowd' and m.owner is null`,
    );
    expect(found).toEqual([{ count: 1 }]);
    const { runs: listed } = await server.data<{ runs: { totalCount: number } }>(
      `{ runs(filter: { models: ["crowd"] }) { totalCount } }`,
      {},
      { key: null },
    );
    expect([runs.length, listed.totalCount]).toEqual([10, 10]);
  });
});

describe("the ids of runs and models", () => {
  it("do not reveal how many private runs were made between two public ones", async () => {
    const ids = [];
    for (let index = 0; index < 6; index += 1) ids.push(await submit(ada, { name: `Numbered ${index}` }));
    const numbers = ids.flatMap(({ id, model }) => [id, model.id]).map((id) => Number(id.split("_")[1]));
    expect(Math.min(...numbers)).toBeGreaterThanOrEqual(2 ** 20);
    const steps = numbers.slice(1).map((number, index) => Math.abs(number - (numbers[index] ?? 0)));
    expect(Math.max(...steps)).toBeGreaterThan(1_000_000);
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});

describe("updateModel", () => {
  const UPDATE = `mutation ($input: UpdateModelInput!) { updateModel(input: $input) { model { ${MODEL} } } }`;
  const change = (key: string | null | undefined, input: object) =>
    server.request<{ updateModel: { model: Model } }>(UPDATE, { input }, key === undefined ? {} : { key });

  it("changes the given fields on all runs, removes fields that are null, and keeps the slug", async () => {
    const { model } = await submit(ada, { ...SECRET, name: "Described" }, { visibility: "PUBLIC" });
    const { data } = await change(ada, { model: model.id, name: "DESCRIBED", url: null });
    expect(data.updateModel.model).toEqual({ ...model, name: "DESCRIBED", url: null });
    expect(await modelOf(null, "described")).toMatchObject({ name: "DESCRIBED", organization: SECRET.organization });
  });

  it("is refused to other owners and allowed to administrators; a submitter may not change a paper's model", async () => {
    const { model } = await submit(ada, { name: "Guarded" }, { visibility: "PUBLIC" });
    const input = { model: model.id, parameters: "8B" };
    expect((await change(bob, input)).errors?.[0]?.extensions.code).toBe("FORBIDDEN");
    expect((await change(null, input)).errors?.[0]?.extensions.code).toBe("UNAUTHENTICATED");
    expect((await change(undefined, input)).errors).toBeUndefined();
    const paper = await modelOf(ada, "gpt-4o");
    expect(paper?.viewerCanUpdate).toBe(false);
    expect((await change(ada, { model: paper?.id, parameters: "8B" })).errors?.[0]?.extensions.code).toBe("FORBIDDEN");
  });

  it.each([
    [{}, /nothing to change/],
    [{ name: null }, /'name'/],
    [{ name: "Another" }, /'name' must keep the slug 'checked'/],
    [{ url: "ftp://x" }, /'model.url'/],
    [{ organization: "x".repeat(501) }, /'model.organization'/],
  ])("refuses %j", async (changes, message) => {
    const { model } = await submit(ada, { name: "Checked" });
    const { errors } = await change(ada, { model: model.id, ...changes });
    expect(errors?.[0]).toMatchObject({
      message: expect.stringMatching(message),
      extensions: { code: "BAD_USER_INPUT" },
    });
  });
});
