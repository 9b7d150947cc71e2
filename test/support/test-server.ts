import { randomUUID } from "node:crypto";
import type { Hono } from "hono";
import { appServices } from "../../src/server/app-services.ts";
import { readConfig } from "../../src/server/config/config.ts";
import type { Database } from "../../src/server/db/database.ts";
import { createApp } from "../../src/server/http/app.ts";
import type { AppEnvironment, AppServices } from "../../src/server/http/app-environment.ts";
import { RequestLimits } from "../../src/server/http/limits/request-limits.ts";
import { RateLimits } from "../../src/server/limits/rate-limits.ts";
import type { FenseModels } from "../../src/server/runs/captions/fense-scores.ts";
import { forgetLog, rememberLog } from "./failure-log.ts";
import { openSeededDatabase } from "./seeded-database.ts";

export const ADMIN_KEY = "test-admin-key-0123456789";

/** The response to a GraphQL request. */
export interface Answer<T> {
  readonly status: number;
  readonly data: T;
  readonly errors: readonly AnswerError[] | undefined;
  /** The SQL statements of the request. */
  readonly statements: readonly string[];
}

export interface AnswerError {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: { readonly code: string; readonly requestId: string; readonly details?: unknown };
}

/** The fields of a run that tests submit: any field of `SubmitRunInput`. */
export interface SubmittedRun {
  readonly predictions: readonly object[];
  readonly [field: string]: unknown;
}

interface SubmitOptions {
  /** The GraphQL selection of the run; `id` by default. */
  readonly fields?: string;
  readonly key?: string | null;
}

/** The whole server over a database of its own, without a socket. */
export interface TestServer {
  readonly app: Hono<AppEnvironment>;
  readonly services: AppServices;
  readonly database: Database;
  /** What the server wrote to its log. */
  readonly logged: readonly unknown[];
  /** Sends a document; with the administrator's key unless `key` says otherwise. */
  request<T = Record<string, never>>(
    query: string,
    variables?: object,
    options?: { readonly key?: string | null },
  ): Promise<Answer<T>>;
  /** Like `request`, but an error fails the test. */
  data<T>(query: string, variables?: object, options?: { readonly key?: string | null }): Promise<T>;
  /**
   * Submits a run, and returns it with these fields. Unless the input says otherwise, the run is over the demo
   * benchmark, of a model "m" with video, under a new idempotency key.
   */
  submit<T = { readonly id: string }>(input: SubmittedRun, options?: SubmitOptions): Promise<T>;
  /** Creates a run from the same input and sends its predictions, but does not finalize it. Returns its id. */
  openRun(input: SubmittedRun, options?: Pick<SubmitOptions, "key">): Promise<string>;
  close(): Promise<void>;
}

const WAIT_MS = 600_000;

const DEFAULT_RUN = { benchmark: "omnidex-demo", model: { name: "m" }, inputs: ["VIDEO"] };

/**
 * Starts a server as `npm start` would, with the initial data.
 * @param models the caption models; without them captions are not scored
 * @param settings further settings of the environment
 * @param clock the clock of the rate limits, in milliseconds; the real one by default
 */
export async function createTestServer(
  models: FenseModels | null = null,
  settings: Readonly<Record<string, string>> = {},
  clock?: () => number,
): Promise<TestServer> {
  const fense = models === null ? {} : { OMNIDEX_FENSE_MODELS: "sentence,fluency" };
  const config = readConfig({ DATABASE_URL: "memory:", OMNIDEX_ADMIN_KEY: ADMIN_KEY, ...fense, ...settings });
  const { database, close } = await openSeededDatabase();
  const logged: unknown[] = [];
  rememberLog(logged);
  const log = (_requestId: string, error: unknown) => logged.push(error);
  const load = models === null ? undefined : async () => models;
  const wired = await appServices(config, database, log, load);
  const limits = config.limits && new RequestLimits(new RateLimits(config.limits, clock), config.trustedProxies);
  const services: AppServices = { ...wired, limits };
  // On a busy machine, tests wait for a result instead of asking again.
  Object.assign(services.runs.pool.limits, { waitMs: WAIT_MS });
  const app = createApp(services);
  const request: TestServer["request"] = async <T>(
    query: string,
    variables: object = {},
    { key = ADMIN_KEY }: { readonly key?: string | null } = {},
  ): Promise<Answer<T>> => {
    const statements: string[] = [];
    const stop = database.onStatement(({ text }) => statements.push(text));
    const response = await app.request("/graphql", {
      method: "POST",
      headers: { "content-type": "application/json", ...(key !== null && { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({ query, variables }),
    });
    const body = (await response.json()) as Pick<Answer<T>, "data" | "errors">;
    stop();
    return { status: response.status, data: body.data, errors: body.errors, statements };
  };
  const data: TestServer["data"] = async (...call) => {
    const { data, errors } = await request<never>(...call);
    if (errors !== undefined)
      throw new Error(`unexpected errors: ${JSON.stringify(errors, null, 2)}`, { cause: logged.at(-1) });
    return data;
  };
  return {
    app,
    services,
    database,
    logged,
    request,
    data,
    submit: async <T>(input: SubmittedRun, { fields = "id", ...options }: SubmitOptions = {}): Promise<T> => {
      const document = `mutation ($input: SubmitRunInput!) {
        submitRun(input: $input) { run { ${fields} } report { inputIssues { message } issues { row code message } } } }`;
      const named = { ...DEFAULT_RUN, idempotencyKey: randomUUID(), ...input };
      const { submitRun } = await data<{ submitRun: { run: T | null; report: unknown } }>(
        document,
        { input: named },
        options,
      );
      if (submitRun.run === null) throw new Error(`no run: ${JSON.stringify(submitRun.report, null, 2)}`);
      return submitRun.run;
    },
    openRun: async ({ predictions, ...fields }, options) => {
      const { createRun } = await data<{ createRun: { run: { id: string } } }>(
        "mutation ($input: CreateRunInput!) { createRun(input: $input) { run { id } } }",
        { input: { ...DEFAULT_RUN, idempotencyKey: randomUUID(), ...fields } },
        options,
      );
      const run = createRun.run.id;
      await data(
        "mutation ($input: AppendPredictionsInput!) { appendPredictions(input: $input) { total } }",
        { input: { run, predictions } },
        options,
      );
      return run;
    },
    close: async () => {
      forgetLog(logged);
      await services.graphql.stop();
      await services.runs.pool.close();
      services.spooled.close();
      await close();
    },
  };
}
