import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { appServices } from "../../../src/server/app-services.ts";
import type { Database } from "../../../src/server/db/database.ts";
import { createApp } from "../../../src/server/http/app.ts";
import { openDatabase } from "../../../src/server/main.ts";
import type { JudgePace } from "../../../src/server/runs/judging/ask-judge.ts";
import { JudgeWorker } from "../../../src/server/runs/judging/judge-worker.ts";
import { finishRun } from "../../../src/server/runs/rescoring/finish-run.ts";
import { jsonFile } from "../../fixtures/file-writing.ts";
import { type AdminImport, importFiles } from "../../support/admin-imports.ts";
import { rowsAs } from "../../support/count-rows.ts";
import type { SeededPlace } from "../../support/seeded-database.ts";
import { patientConfig } from "../../support/test-database.ts";
import { ADMIN_KEY, type AnswerError } from "../../support/test-server.ts";

/** All pauses are very short. A reply may take as long as a busy machine needs. */
export const HURRY: JudgePace = {
  timeout: 120_000,
  lease: 180_000,
  poll: 20,
  attempts: 8,
  firstDelay: 2,
  longestDelay: 10,
  grace: 100,
};

type Result<T> = { readonly data: T; readonly errors?: readonly AnswerError[] };

/** A server without a socket. It has a worker if a judge is configured. */
export interface JudgedServer {
  readonly database: Database;
  readonly logged: readonly unknown[];
  request<T>(query: string, variables?: object, key?: string | null): Promise<Result<T>>;
  /** Sends a GET request with a key. */
  get(path: string, key: string): Promise<Response>;
  /** Adds a worker over the same database, like that of another process. */
  addWorker(pace?: Partial<JudgePace>): JudgeWorker;
  close(): Promise<void>;
}

export interface JudgedServerOptions {
  readonly judge?: string | null;
  readonly model?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly pace?: Partial<JudgePace>;
}

export async function startJudgedServer(base: SeededPlace, options: JudgedServerOptions): Promise<JudgedServer> {
  const { judge = null, model = "judge-1", pace } = options;
  const config = patientConfig({
    OMNIDEX_ADMIN_KEY: ADMIN_KEY,
    ...base.environment,
    ...(judge !== null && { OMNIDEX_JUDGE_URL: judge, OMNIDEX_JUDGE_MODEL: model }),
    ...options.environment,
  });
  const { database, close } = await openDatabase(config.database);
  const logged: unknown[] = [];
  const log = (_where: string, error: unknown): void => void logged.push(error);
  const services = await appServices(config, database, log);
  const app = createApp(services);
  const addWorker = (own?: Partial<JudgePace>): JudgeWorker => {
    if (config.judge === null || services.runs.judge === null) throw new Error("no judge is configured");
    const finish = (run: number): Promise<void> => finishRun(services.runs, run);
    const together = { services: services.runs, finish, judge: services.runs.judge, config: config.judge, log };
    return new JudgeWorker({ ...together, pace: { ...HURRY, ...pace, ...own } });
  };
  const worker = judge === null ? null : addWorker();
  return {
    database,
    logged,
    addWorker,
    request: async (query, variables = {}, key = ADMIN_KEY) => {
      const headers = { "content-type": "application/json", ...(key !== null && { authorization: `Bearer ${key}` }) };
      const body = JSON.stringify({ query, variables });
      return (await (await app.request("/graphql", { method: "POST", headers, body })).json()) as Result<never>;
    },
    get: async (path, key) => app.request(path, { headers: { authorization: `Bearer ${key}` } }),
    close: async () => {
      await worker?.stop();
      await services.graphql.stop();
      await close();
    },
  };
}

/** Waits until the server's workers have looked for work so many times. */
export async function looksForWork({ database }: Pick<JudgedServer, "database">, times: number): Promise<void> {
  let seen = 0;
  const stop = database.onStatement(({ text }) => {
    if (/rejudging.* not exists/s.test(text)) seen += 1;
  });
  await expect.poll(() => seen, { timeout: 120_000 }).toBeGreaterThanOrEqual(times);
  stop();
}

export const CHOICES = 12;
export const OPENS = 4;

/**
 * Multiple-choice questions `c0` … with the options Red, Blue, Green, of which the second is right. Open questions `o0`
 * … with the answer "navy blue".
 */
export async function importQuestions(
  { database }: Pick<JudgedServer, "database">,
  options: AdminImport = {},
  slug = "lamps",
): Promise<void> {
  const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, index) => index);
  const choices = numbers(CHOICES).map((n) => ({
    key: `c${n}`,
    text: `Which colour has lamp ${n}?`,
    options: ["Red", "Blue", "Green"],
    answer: "B",
    task: "Seeing",
  }));
  const opens = numbers(OPENS).map((n) => ({
    key: `o${n}`,
    text: `What colour is sea ${n}?`,
    answerFormat: "OPEN_TEXT",
    answer: "navy blue",
    task: "Seeing",
  }));
  const content = {
    benchmark: { slug, title: "Lamps" },
    tasks: [{ name: "Seeing", level: "PERCEPTION" }],
    videos: [],
    questions: [...choices, ...opens],
  };
  await importFiles(database, slug, [jsonFile("lamps.json", content)], options);
}

export interface Task {
  readonly status: string;
  readonly attempts: number;
  readonly lastError: string | null;
}

/** The queue, in order. */
export const tasksOf = ({ database }: Pick<JudgedServer, "database">): Promise<Task[]> =>
  rowsAs<Task>(
    database,
    sql`select status, attempts, last_error as "lastError" from judge_tasks t
      order by (select created_at from runs r where r.id = t.run_id), ordinal`,
  );
