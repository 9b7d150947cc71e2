import { type GraphQLInputField, getNamedType, isInputObjectType } from "graphql";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Mutation, MutationCaller } from "../../../../src/server/generated/schema-types.ts";
import { mutationAccess } from "../../../../src/server/graphql/access-rules.ts";
import { schema } from "./probes.ts";
import { ROUTE_ACCESS } from "./route-access.ts";
import { literalOf, type Subject } from "./samples.ts";
import { securityPage } from "./security-page.ts";
import {
  type BenchmarkRuns,
  createWorld,
  HIDDEN,
  PRIVATE_TEXTS,
  ROLES,
  type Role,
  seesAnswers,
  seesPrivate,
  VISIBLE,
  type World,
} from "./world.ts";

type MutationName = Exclude<keyof Mutation, "__typename">;
const REQUIRED = mutationAccess(schema);

let world: World;
let model: string;
beforeAll(async () => {
  world = await createWorld();
  const { run } = await world.server.data<{ run: { model: { id: string } } }>(
    `{ run(id: "${world.runs[VISIBLE]?.with}") { model { id } } }`,
  );
  model = run.model.id;
});
afterAll(() => world.close());

/**
 * An input for each mutation. The inputs name ann's public run, her model, the hidden benchmark, or an API key or
 * signing key that does not exist. An allowed call changes nothing, or fails after the check of access.
 */
const inputs = (): Readonly<Record<MutationName, string>> => {
  const run = `run: "${world.runs[HIDDEN]?.with}"`;
  const benchmark = `benchmark: "${HIDDEN}"`;
  const submission = `${benchmark}, model: { name: "" }, inputs: [VIDEO]`;
  return {
    submitRun: `${submission}, predictions: []`,
    validateRun: `${submission}, predictions: []`,
    createRun: submission,
    appendPredictions: `${run}, predictions: [{ question: "q0000", response: "A" }]`,
    finalizeRun: run,
    withdrawRun: `${run}, reason: "${"x".repeat(10_001)}"`,
    restoreRun: run,
    updateRun: `${run}, notes: "a note"`,
    nameRun: run,
    updateModel: `model: "${model}", parameters: "7B"`,
    rescoreRun: run,
    previewRescoring: benchmark,
    reportScores: `${run}, metric: FENSE, source: "fense", scores: []`,
    labelErrors: `${run}, labels: [{ question: "none", errorTypes: [] }]`,
    correctAnswers: `${benchmark}, corrections: [], reason: "r", author: "a"`,
    previewCorrections: `${benchmark}, corrections: []`,
    reviewKey: `${benchmark}, question: "none", verdict: RIGHT, reason: "r"`,
    useRelease: `${benchmark}, version: 1`,
    setSubmissionQuota: benchmark,
    mergeOwners: `${benchmark}, owners: ["x"]`,
    separateOwner: `${benchmark}, owner: "nobody"`,
    configureChallenge: `${benchmark}, opensAt: "2027-01-02T00:00:00Z", closesAt: "2027-01-01T00:00:00Z"`,
    splitLeaderboard: `${benchmark}, publicShare: 2, privateOpensAt: "2027-01-01T00:00:00Z"`,
    chooseFinalRuns: `${benchmark}, runs: ["${world.runs[HIDDEN]?.with}"]`,
    discloseScores: `${benchmark}, run: "${world.runs[HIDDEN]?.with}", by: [LEVEL]`,
    movePrivateBoard: `${benchmark}, privateOpensAt: "2027-01-01T00:00:00Z"`,
    storeSubset: `${benchmark}, size: 0`,
    takeItemSnapshot: `${benchmark}, note: "${"x".repeat(501)}"`,
    addMaintainer: `${benchmark}, owner: "mia"`,
    removeMaintainer: `${benchmark}, owner: "nobody"`,
    createApiKey: `name: ""`,
    revokeApiKey: `id: "key_999999"`,
    revokeSigningKey: `id: "unknown"`,
    rotateApiKey: `id: "key_999999"`,
  };
};

/** The benchmark and the runs for the values of input fields that `inputs` does not set. */
const subject = (): Subject => {
  const { with: sound, without: silent, private: secret, other } = world.runs[HIDDEN] as BenchmarkRuns;
  return { slug: HIDDEN, runs: { sound, silent, private: secret, other } };
};

const MAY: Readonly<Record<MutationCaller, (role: Role) => boolean>> = {
  ANYONE: () => true,
  OWNER: (role) => role.startsWith("owner"),
  OWNER_OR_MAINTAINER: (role) => role.startsWith("owner") || role === "maintainer",
  MAINTAINER: (role) => role === "maintainer",
  ADMINISTRATOR: () => false,
  KEY_ITSELF: () => false,
};
const SCOPES: Partial<Record<Role, readonly string[]>> = {
  "owner with READ": ["READ"],
  "maintainer without MAINTAIN": ["READ", "SUBMIT"],
};

/** The code with which a role is refused; null if it may call the mutation. */
function refusal(mutation: MutationName, role: Role): string | null {
  if (role === "reader") return "UNAUTHENTICATED";
  if (role === "administrator") return null;
  const required = REQUIRED[mutation];
  const scopes = SCOPES[role] ?? ["READ", "SUBMIT", "MAINTAIN"];
  return required !== undefined && scopes.includes(required.scope) && MAY[required.caller](role) ? null : "FORBIDDEN";
}

describe.each(Object.keys(REQUIRED) as MutationName[])("%s", (mutation) => {
  it.each(ROLES)("is allowed or refused to the %s as the schema states", async (role) => {
    // `reason` is too long, which fails before access to the run is checked. It is left out where access must be refused.
    const input =
      refusal(mutation, role) === null ? inputs()[mutation] : inputs()[mutation].replace(/, reason: "x+"/, "");
    const { errors } = await world.server.request(
      `mutation { ${mutation}(input: { ${input} }) { __typename } }`,
      {},
      { key: world.keys[role] },
    );
    const code = errors?.[0]?.extensions.code;
    const refused = code === "UNAUTHENTICATED" || code === "FORBIDDEN" ? code : null;
    expect(refused, errors?.[0]?.message).toBe(refusal(mutation, role));
    expect(code).not.toBe("INTERNAL");
  });
});

/**
 * A caller who may not call a mutation gets the same error for any field of its input.
 */
describe("input fields", () => {
  const inputsOf = (mutation: string): readonly GraphQLInputField[] => {
    const type = getNamedType(schema.getMutationType()?.getFields()[mutation]?.args[0]?.type);
    return isInputObjectType(type) ? Object.values(type.getFields()) : [];
  };

  it("do not change which calls are refused", async () => {
    let asked = 0;
    for (const mutation of Object.keys(REQUIRED) as MutationName[])
      for (const role of ROLES.filter((one) => refusal(mutation, one) !== null)) {
        const given = inputs()[mutation].replace(/, reason: "x+"/, "");
        for (const { name, type } of inputsOf(mutation)) {
          const input = new RegExp(`\\b${name}:`).test(given)
            ? given
            : `${given}, ${name}: ${literalOf(name, type, subject())}`;
          const { errors } = await world.server.request(
            `mutation { ${mutation}(input: { ${input} }) { __typename } }`,
            {},
            { key: world.keys[role] },
          );
          expect([role, mutation, name, errors?.[0]?.extensions.code]).toEqual([
            role,
            mutation,
            name,
            refusal(mutation, role),
          ]);
          asked += 1;
        }
      }
    console.log(`${asked} refused calls with each field of each input`);
  });
});

/** Requests of each route: the path, and the statuses and content that a role must get. */
interface RouteCase {
  readonly route: keyof typeof ROUTE_ACCESS;
  readonly path: () => string;
  readonly status: (role: Role) => number;
  /** Content that only callers who are shown answers may get. */
  readonly hides?: string;
}
const administrator = (role: Role): number => (role === "administrator" ? 200 : role === "reader" ? 401 : 403);
const shown = (role: Role): boolean => seesAnswers(role, HIDDEN);
const SLICE = encodeURIComponent(JSON.stringify({ benchmarks: [HIDDEN] }));
const runOf = (which: "with" | "private"): string => world.runs[HIDDEN]?.[which] ?? "";

const CASES: readonly RouteCase[] = [
  { route: "GET /health/live", path: () => "/health/live", status: () => 200 },
  { route: "GET /health/ready", path: () => "/health/ready", status: () => 200 },
  { route: "GET /.well-known/jwks.json", path: () => "/.well-known/jwks.json", status: () => 200 },
  { route: "GET /", path: () => "/", status: () => 200 },
  { route: "GET /python", path: () => "/python", status: () => 200 },
  { route: "GET /python/", path: () => "/python/", status: () => 308 },
  { route: "GET /python/omnidex/", path: () => "/python/omnidex/", status: () => 200 },
  { route: "GET /python/:name", path: () => "/python/no-such.whl", status: () => 404 },
  // The body is empty, so it is no message. test/mcp/access.test.ts calls every tool for every role.
  { route: "POST /mcp", path: () => "/mcp", status: () => 400 },
  { route: "GET /tables/:file", path: () => "/tables/leaderboard.csv?benchmark=omnidex-demo", status: () => 200 },
  { route: "GET /llms.txt", path: () => "/llms.txt", status: () => 200 },
  { route: "GET /schema.graphql", path: () => "/schema.graphql", status: () => 200 },
  { route: "GET /docs/:page", path: () => "/docs/glossary.md", status: () => 200 },
  { route: "GET /sign-in", path: () => "/sign-in", status: () => 200 },
  // This server has no provider. sign-in.test.ts tests these routes with one.
  { route: "POST /sign-in/start", path: () => "/sign-in/start", status: () => 400 },
  { route: "POST /sign-in/finish", path: () => "/sign-in/finish", status: () => 400 },
  // These requests come through no socket. sign-in-codes.test.ts tests these routes with one.
  { route: "POST /sign-in/code", path: () => "/sign-in/code", status: () => 403 },
  { route: "POST /sign-in/codes", path: () => "/sign-in/codes", status: () => 403 },
  { route: "GET /metrics", path: () => "/metrics", status: (role) => (role === "administrator" ? 200 : 403) },
  { route: "GET /export/audit.ndjson", path: () => "/export/audit.ndjson", status: administrator },
  { route: "POST /maintenance/check", path: () => "/maintenance/check", status: administrator },
  { route: "POST /maintenance/backup", path: () => "/maintenance/backup", status: administrator },
  {
    route: "POST /import/:benchmark",
    path: () => `/import/${HIDDEN}?dryRun=true`,
    // The form is empty, so callers who may import get 400.
    status: (role) => (shown(role) ? 400 : 403),
  },
  {
    route: "POST /read/:benchmark",
    path: () => `/read/${HIDDEN}`,
    // The form is empty, so callers who may submit get 400.
    status: (role) => (role === "reader" ? 401 : role === "owner with READ" ? 403 : 400),
  },
  { route: "GET /croissant/:benchmark", path: () => `/croissant/${HIDDEN}`, status: () => 200 },
  {
    route: "GET /export/benchmarks/:file",
    path: () => `/export/benchmarks/${HIDDEN}.json`,
    status: (role) => (shown(role) ? 200 : 403),
    hides: "the answer is",
  },
  {
    route: "GET /export/:file",
    path: () => `/export/questions.ndjson?filter=${SLICE}`,
    status: () => 200,
    hides: "the answer is",
  },
  { route: "GET /export/:file", path: () => `/export/questions.csv?filter=${SLICE}`, status: () => 200 },
  {
    route: "GET /export/runs/:id",
    path: () => `/export/runs/${runOf("with")}?format=inspect`,
    status: (role) => (shown(role) || seesPrivate(role) ? 200 : 403),
    hides: '"CORRECT"',
  },
  {
    route: "GET /export/runs/:id",
    path: () => `/export/runs/${runOf("with")}?format=eee-instances`,
    status: (role) => (shown(role) ? 200 : 403),
  },
  {
    route: "GET /export/runs/:id",
    path: () => `/export/runs/${runOf("private")}.ndjson`,
    status: (role) => (seesPrivate(role) ? 200 : 404),
  },
];

describe("routes", () => {
  it("have one entry each, and every entry has a route", () => {
    const routes = world.server.app.routes
      .filter(({ method, path }) => method !== "ALL" && path !== "/graphql" && !path.startsWith("/assets"))
      .map(({ method, path }) => `${method} ${path}`);
    expect([...new Set(routes)].sort()).toEqual(Object.keys(ROUTE_ACCESS).sort());
    expect([...new Set(CASES.map(({ route }) => route))].sort()).toEqual(Object.keys(ROUTE_ACCESS).sort());
  });

  it.each(CASES.map((each, index) => ({ ...each, index })))("$index $route", async ({ route, path, status, hides }) => {
    for (const role of ROLES) {
      const key = world.keys[role];
      const method = route.split(" ")[0] ?? "GET";
      const headers: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
      const body = /^POST \/(import|read)/.test(route) ? { body: new FormData() } : {};
      const response = await world.server.app.request(path(), { method, headers, ...body });
      const content = Buffer.from(await response.arrayBuffer()).toString("latin1");
      expect([role, response.status], content.slice(0, 300)).toEqual([role, status(role)]);
      if (hides !== undefined && response.status === 200)
        expect([role, content.includes(hides)]).toEqual([role, shown(role)]);
      if (!seesPrivate(role)) for (const secret of PRIVATE_TEXTS) expect(content).not.toContain(secret);
    }
  });
});

it("docs/security.md is generated from the tables", async () => {
  await expect(securityPage()).toMatchFileSnapshot("../../../../docs/security.md");
});
