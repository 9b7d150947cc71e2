import { setTimeout as pause } from "node:timers/promises";
import postgres from "postgres";
import { describe, expect, it } from "vitest";
import { type ServerProcess, serve } from "../../cli/cli-process.ts";
import { createTestDatabase } from "../../support/test-database.ts";
import { ADMIN_KEY } from "../../support/test-server.ts";

/** How many sessions are ended; `npm run test:reliability` ends 1,000. */
const TERMINATIONS = Number(process.env.OMNIDEX_TERMINATIONS ?? "0");

/** Any session of the server: of its pool, what it hears changes by, and what it tells them by. */
const END_ONE = `select pg_terminate_backend(pid) as ended from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() order by random() limit 1`;

const SUBMIT = "mutation ($input: SubmitRunInput!) { submitRun(input: $input) { run { id } } }";
const READ = `{ questions(filter: { benchmarks: ["omnidex-demo"] }, first: 40) { totalCount nodes { key text } } }`;
const RUNS = `query ($after: String) {
  runs(first: 100, after: $after) { nodes { id model { slug } score { value } } pageInfo { hasNextPage endCursor } }
}`;

interface Answer {
  readonly data?: Record<string, never> | null;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
}

async function ask(server: ServerProcess, query: string, variables: object = {}): Promise<Answer> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${ADMIN_KEY}` };
  const body = JSON.stringify({ query, variables });
  const response = await fetch(`${server.url}/graphql`, { method: "POST", headers, body });
  const answer = (await response.json()) as Answer;
  const isUnavailable = answer.errors?.some(({ extensions }) => extensions?.code === "UNAVAILABLE") ?? false;
  expect([response.status, response.headers.get("retry-after")]).toEqual(isUnavailable ? [503, "1"] : [200, null]);
  return answer;
}

const submission = (name: string, keys: readonly string[]): object => ({
  benchmark: "omnidex-demo",
  model: { name },
  inputs: ["VIDEO"],
  visibility: "PUBLIC",
  idempotencyKey: name,
  predictions: keys.map((question) => ({ question, response: "The answer is (A)." })),
});

/** What a client was told, by the name of the model. */
class Load {
  readonly acknowledged = new Map<string, string>();
  readonly codes = new Map<string, number>();
  #ended = false;

  constructor(
    private readonly server: ServerProcess,
    private readonly keys: readonly string[],
  ) {}

  end(): void {
    this.#ended = true;
  }

  async read(): Promise<void> {
    while (!this.#ended) this.#count(await ask(this.server, READ));
  }

  /** Each submission is sent until it is acknowledged, as the SDK does. */
  async write(writer: number): Promise<void> {
    for (let number = 0; !this.#ended; number += 1) {
      const name = `writer-${writer}-run-${number}`;
      while (!this.acknowledged.has(name) && !this.#ended) {
        const answer = await ask(this.server, SUBMIT, { input: submission(name, this.keys) });
        this.#count(answer);
        const run = (answer.data as unknown as { submitRun: { run: { id: string } } } | null | undefined)?.submitRun
          .run;
        if (run !== undefined) this.acknowledged.set(name, run.id);
      }
    }
  }

  #count({ errors }: Answer): void {
    const code = errors === undefined ? "answered" : (errors[0]?.extensions?.code ?? "without a code");
    this.codes.set(code, (this.codes.get(code) ?? 0) + 1);
  }
}

type RunPage = {
  runs: { nodes: { id: string; model: { slug: string } }[]; pageInfo: { hasNextPage: boolean; endCursor: string } };
};

async function allRuns(server: ServerProcess): Promise<Map<string, string[]>> {
  const found = new Map<string, string[]>();
  for (let after: string | null = null, more = true; more; ) {
    const { data, errors } = await ask(server, RUNS, { after });
    expect(errors).toBeUndefined();
    const { runs } = data as unknown as RunPage;
    for (const { id, model } of runs.nodes) found.set(model.slug, [...(found.get(model.slug) ?? []), id]);
    [after, more] = [runs.pageInfo.endCursor, runs.pageInfo.hasNextPage];
  }
  return found;
}

describe.skipIf(!process.env.TEST_DATABASE_URL || TERMINATIONS === 0)("a PostgreSQL that ends sessions", () => {
  it("ends no server, loses no acknowledged run and makes none twice", async () => {
    const test = await createTestDatabase();
    const server = await serve({ DATABASE_URL: test.url, OMNIDEX_ADMIN_KEY: ADMIN_KEY, OMNIDEX_RESPONSE_CACHE: "off" });
    const administrator = postgres(test.url, { max: 1, fetch_types: false, onnotice: () => {} });
    try {
      const { data } = await ask(server, READ);
      const { nodes } = (data as unknown as { questions: { nodes: { key: string }[] } }).questions;
      const load = new Load(
        server,
        nodes.map(({ key }) => key),
      );
      const works = [load.read(), load.read(), load.read(), load.write(1), load.write(2)];
      let died = false;
      void server.ended.then(() => {
        died = true;
      });
      for (let ended = 0; ended < TERMINATIONS; ) {
        if (died) throw new Error(`the server ended after ${ended} terminations: ${server.output().slice(-4_000)}`);
        ended += (await administrator.unsafe(END_ONE)).length;
        await pause(Math.random() * 120);
      }
      load.end();
      await Promise.all(works);
      // One last statement may still meet a connection that has gone.
      await expect.poll(async () => (await ask(server, READ)).errors, { timeout: 60_000 }).toBeUndefined();
      const stored = await allRuns(server);
      expect(load.acknowledged.size).toBeGreaterThan(0);
      // A request whose connection to the database is lost may be sent again.
      expect([...load.codes.keys()].filter((code) => code !== "answered" && code !== "UNAVAILABLE")).toEqual([]);
      for (const [name, id] of load.acknowledged) expect(stored.get(name)).toEqual([id]);
      console.log(
        `${TERMINATIONS} terminations:`,
        Object.fromEntries(load.codes),
        `${load.acknowledged.size} runs kept`,
      );
    } finally {
      await administrator.end();
      expect(await server.end()).toBe(0);
      await test.drop();
    }
  }, 900_000);
});
