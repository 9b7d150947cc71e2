import { buildSchema } from "graphql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { typeDefs } from "../../../src/server/generated/schema-sdl.ts";
import type { Mutation } from "../../../src/server/generated/schema-types.ts";
import { mutationAccess } from "../../../src/server/graphql/access-rules.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { answering, type HiddenBenchmark, importHidden } from "../hidden/hidden-benchmark.ts";
import { CREATE, createKey, type MadeKey, refusalOf, viewerOf } from "./key-calls.ts";

let server: TestServer;
let hidden: HiddenBenchmark;
/** Keys of one owner, who maintains the hidden benchmark, by their scopes. */
const keys = new Map<string, MadeKey>();
const keyWith = (scopes: string): string => keys.get(scopes)?.secret ?? "";

beforeAll(async () => {
  server = await createTestServer();
  hidden = await importHidden(server, { count: 40 });
  await server.data("mutation ($input: MaintainerInput!) { addMaintainer(input: $input) { maintainers } }", {
    input: { benchmark: hidden.slug, owner: "ann" },
  });
  for (const scopes of ["READ", "SUBMIT", "MAINTAIN", "SUBMIT MAINTAIN", "ADMIN"])
    keys.set(scopes, await createKey(server, { name: scopes, owner: "ann", scopes: scopes.split(" ") }));
  keys.set("all", await createKey(server, { name: "all", owner: "ann" }));
});
afterAll(() => server.close());

/** The smallest valid input of every mutation. The objects that it names do not exist. */
const INPUTS: Readonly<Record<Exclude<keyof Mutation, "__typename">, string>> = {
  submitRun: `{ benchmark: "none", model: { name: "m" }, inputs: [VIDEO], predictions: [] }`,
  validateRun: `{ benchmark: "none", model: { name: "m" }, inputs: [VIDEO], predictions: [] }`,
  createRun: `{ benchmark: "none", model: { name: "m" }, inputs: [VIDEO] }`,
  appendPredictions: `{ run: "run_999999", predictions: [] }`,
  finalizeRun: `{ run: "run_999999" }`,
  withdrawRun: `{ run: "run_999999" }`,
  restoreRun: `{ run: "run_999999" }`,
  updateRun: `{ run: "run_999999" }`,
  nameRun: `{ run: "run_999999" }`,
  updateModel: `{ model: "model_999999" }`,
  rescoreRun: `{ run: "run_999999" }`,
  previewRescoring: `{ benchmark: "none" }`,
  reportScores: `{ run: "run_999999", metric: FENSE, source: "fense", scores: [] }`,
  labelErrors: `{ run: "run_999999", labels: [] }`,
  correctAnswers: `{ benchmark: "none", corrections: [], reason: "r", author: "a" }`,
  previewCorrections: `{ benchmark: "none", corrections: [] }`,
  reviewKey: `{ benchmark: "none", question: "none", verdict: RIGHT, reason: "r" }`,
  useRelease: `{ benchmark: "none", version: 1 }`,
  setSubmissionQuota: `{ benchmark: "none" }`,
  mergeOwners: `{ benchmark: "none", owners: ["x", "y"] }`,
  separateOwner: `{ benchmark: "none", owner: "x" }`,
  configureChallenge: `{ benchmark: "none" }`,
  splitLeaderboard: `{ benchmark: "none", publicShare: 0.5, privateOpensAt: "2999-01-01T00:00:00Z" }`,
  chooseFinalRuns: `{ benchmark: "none", runs: ["run_999999"] }`,
  discloseScores: `{ benchmark: "none" }`,
  movePrivateBoard: `{ benchmark: "none", privateOpensAt: "2999-01-01T00:00:00Z" }`,
  storeSubset: `{ benchmark: "none", size: 1 }`,
  takeItemSnapshot: `{ benchmark: "none" }`,
  addMaintainer: `{ benchmark: "none", owner: "x" }`,
  removeMaintainer: `{ benchmark: "none", owner: "x" }`,
  createApiKey: `{ name: "" }`,
  rotateApiKey: `{ id: "key_999999" }`,
  revokeApiKey: `{ id: "key_999999" }`,
  revokeSigningKey: `{ id: "unknown" }`,
};

/** Sends a mutation that would fail for every key. Returns the scope that the error says is missing. */
async function missingScope(mutation: string, input: string, key: string | null): Promise<unknown> {
  const error = await refusalOf(server, `mutation { ${mutation}(input: ${input}) { __typename } }`, {}, key);
  const { details, code } = error.extensions;
  if (typeof details !== "object" || details === null || !("scope" in details)) return null;
  expect(code).toBe("FORBIDDEN");
  expect(error.message).toContain(
    `'${mutation}' needs a key with the scope ${String(details.scope)}; this key has READ`,
  );
  return details.scope;
}

describe("the scopes of a key", () => {
  it.each([
    ["READ", ["READ"], false],
    ["SUBMIT", ["READ", "SUBMIT"], false],
    ["SUBMIT MAINTAIN", ["READ", "SUBMIT", "MAINTAIN"], false],
    ["all", ["READ", "SUBMIT", "MAINTAIN"], false],
    ["ADMIN", ["READ", "SUBMIT", "MAINTAIN", "ADMIN"], true],
  ])("of %s are returned on the key and on its viewer", async (name, scopes, admin) => {
    expect(keys.get(name)?.apiKey).toMatchObject({ scopes, admin });
    expect(await viewerOf(server, keyWith(name))).toMatchObject({ owner: "ann", scopes, admin, apiKey: { scopes } });
  });

  it("are all four for the key in the settings and for a key with `admin: true`", async () => {
    const all = ["READ", "SUBMIT", "MAINTAIN", "ADMIN"];
    const admin = await createKey(server, { name: "root", admin: true });
    expect(admin.apiKey).toMatchObject({ admin: true, scopes: all });
    const { viewer } = await server.data<{ viewer: object }>("{ viewer { scopes } }");
    expect(viewer).toEqual({ scopes: all });
  });

  it.each([
    ["no scope", { scopes: [] }, "'scopes' must name at least one of READ, SUBMIT, MAINTAIN, ADMIN."],
    ["`admin` with less than ADMIN", { admin: true, scopes: ["READ"] }, "must include ADMIN, or be left out"],
    ["the settings' owner", { owner: "admin", scopes: ["SUBMIT"] }, "'owner' may be 'admin' only"],
  ])("cannot be %s", async (_what, rights, message) => {
    const error = await refusalOf(server, CREATE, { input: { name: "x", ...rights } });
    expect(error.extensions.code).toBe("BAD_USER_INPUT");
    expect(error.message).toContain(message);
  });
});

describe("mutations", () => {
  it.each(Object.entries(mutationAccess(buildSchema(typeDefs))).map(([name, { scope }]) => [name, scope] as const))(
    "like %s need the scope %s, whoever the owner is",
    async (mutation, scope) => {
      const input = Object.entries(INPUTS).find(([name]) => name === mutation)?.[1] ?? "";
      for (const [name, { apiKey }] of keys) {
        const expected = apiKey.scopes.includes(scope) ? null : scope;
        expect(await missingScope(mutation, input, keyWith(name)), `${mutation} with ${name}`).toBe(expected);
      }
      expect(await missingScope(mutation, input, null), `${mutation} without a key`).toBeNull();
    },
  );

  it("like submitRun store a run only for a key with the scope SUBMIT", async () => {
    const document = "mutation ($input: SubmitRunInput!) { submitRun(input: $input) { run { id } } }";
    const predictions = answering(hidden.keys, hidden.labels);
    const input = { benchmark: hidden.slug, model: { name: "scoped" }, inputs: ["VIDEO"], predictions };
    const runs = async () =>
      (
        await server.data<{ runs: { totalCount: number } }>(
          '{ runs(filter: { benchmarks: ["secrets"] }) { totalCount } }',
        )
      ).runs.totalCount;
    for (const name of ["READ", "MAINTAIN"]) {
      const { extensions } = await refusalOf(server, document, { input }, keyWith(name));
      expect(extensions).toMatchObject({ code: "FORBIDDEN", details: { scope: "SUBMIT" } });
    }
    expect(await runs()).toBe(0);
    await server.data(document, { input }, { key: keyWith("SUBMIT") });
    expect(await runs()).toBe(1);
  });
});

describe("what a maintainer's key sees", () => {
  const ANSWERS =
    '{ questions(first: 1, filter: { benchmarks: ["secrets"] }) { nodes { answerAccess answer { label } } } }';
  it.each([
    ["READ", []],
    ["SUBMIT", []],
    ["MAINTAIN", ["secrets"]],
    ["all", ["secrets"]],
  ])("depends on MAINTAIN: a key with %s maintains %j", async (name, maintains) => {
    expect(await viewerOf(server, keyWith(name))).toMatchObject({ maintains });
    const { questions } = await server.data<{ questions: { nodes: { answer: object | null }[] } }>(
      ANSWERS,
      {},
      { key: keyWith(name) },
    );
    expect(questions.nodes[0]?.answer === null).toBe(maintains.length === 0);
  });

  it("follows its scopes outside of GraphQL, too", async () => {
    const post = async (path: string, name: string) => {
      const form = new FormData();
      form.append("file", new Blob(["{}"]), "secrets.json");
      const headers = { authorization: `Bearer ${keyWith(name)}` };
      const response = await server.app.request(path, { method: "POST", body: form, headers });
      return { status: response.status, text: await response.text() };
    };
    const refused = await post("/import/secrets?dryRun=true", "SUBMIT");
    expect(refused.status).toBe(403);
    expect(refused.text).toContain("'/import' needs a key with the scope MAINTAIN; this key has READ, SUBMIT.");
    expect((await post("/import/secrets?dryRun=true", "MAINTAIN")).status).not.toBe(403);
    expect(await post("/maintenance/check", "SUBMIT MAINTAIN")).toMatchObject({
      status: 403,
      text: expect.stringContaining("the scope ADMIN"),
    });
    expect((await post("/maintenance/check", "ADMIN")).status).toBe(200);
  });
});
