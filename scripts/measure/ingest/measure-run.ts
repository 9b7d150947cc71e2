import postgres from "postgres";
import { ADMIN } from "../../../src/domain/viewer.ts";
import { appServices } from "../../../src/server/app-services.ts";
import { importFiles } from "../../../src/server/benchmarks/import-files.ts";
import { createApp } from "../../../src/server/http/app.ts";
import { type OpenedDatabase, openDatabase } from "../../../src/server/main.ts";
import type { SubmissionInput } from "../../../src/server/runs/submission/submission-input.ts";
import { submitRun } from "../../../src/server/runs/submission/submission-pipeline.ts";
import { omnidexRelease } from "./synthetic-release.ts";
import { type AskedQuestion, type RunStyle, type SyntheticPrediction, syntheticRun } from "./synthetic-run.ts";

const QUESTIONS = 5_864;
const SLUG = "ingest-bench";
const KEY = "measure-ingest-key";

/** The ways to store a run; `bare` is the lower bound. */
export const WAYS = ["bare", "service", "http"] as const;
export type Way = (typeof WAYS)[number];
/** Milliseconds of each repetition. */
export type Timings = Readonly<Record<Way, readonly number[]>>;

/** A server's services over a database with a release, ready to receive runs. */
export class RunBench {
  #runs = 0;

  private constructor(
    private readonly opened: OpenedDatabase,
    private readonly bare: postgres.Sql,
    private readonly services: Awaited<ReturnType<typeof appServices>>,
    private readonly app: ReturnType<typeof createApp>,
    private readonly questions: readonly AskedQuestion[],
  ) {}

  static async open(url: string): Promise<RunBench> {
    const opened = await openDatabase({ engine: "postgresql", url });
    const off = { judge: null, oidc: null, fense: null, signingKeyFile: null, limits: null, trustedProxies: null };
    const config = { host: "127.0.0.1", adminKey: KEY, corsOrigins: [], replyCacheBytes: 0, ...off };
    const services = await appServices(config, opened.database, (_id, error) => console.error(error));
    const file = omnidexRelease(SLUG, QUESTIONS);
    await importFiles(opened.database, SLUG, [{ name: "ingest.json", bytes: new TextEncoder().encode(file) }], {
      viewer: ADMIN,
    });
    const { questions } = JSON.parse(file) as { questions: AskedQuestion[] };
    return new RunBench(
      opened,
      postgres(url, { max: 1, onnotice: () => {} }),
      services,
      createApp(services),
      questions,
    );
  }

  async close(): Promise<void> {
    await this.services.graphql.stop();
    await this.services.runs.pool.close();
    await this.bare.end();
    await this.opened.close();
  }

  /** Stores the same run `times` times in each way. The ways take turns, and each round begins with the next way. */
  async measure(style: RunStyle, times: number, ways: readonly Way[] = WAYS): Promise<Timings> {
    const predictions = syntheticRun(style, this.questions);
    const columns = await this.#columns(predictions);
    const timings = { bare: [] as number[], service: [] as number[], http: [] as number[] };
    const once = {
      bare: () => this.#bare(columns),
      service: () => this.#service(predictions),
      http: () => this.#http(predictions),
    };
    for (let time = 0; time < times; time++) {
      for (let place = 0; place < ways.length; place++) {
        const way = ways[(time + place) % ways.length] ?? "bare";
        timings[way].push(await once[way]());
      }
    }
    return timings;
  }

  #input(predictions: readonly SyntheticPrediction[]): SubmissionInput {
    const idempotencyKey = `run-${this.#runs++}`;
    return { benchmark: SLUG, model: { name: "Measured" }, inputs: ["VIDEO"], idempotencyKey, predictions };
  }

  async #service(predictions: readonly SyntheticPrediction[]): Promise<number> {
    // A copy, as each request has its own rows.
    const input = structuredClone(this.#input(predictions));
    const start = performance.now();
    await submitRun(this.services.runs, { owner: "admin", admin: true }, input);
    return performance.now() - start;
  }

  /** The time from the bytes of the request to the text of the response. */
  async #http(predictions: readonly SyntheticPrediction[]): Promise<number> {
    const query = "mutation($input:SubmitRunInput!){submitRun(input:$input){run{id} report{ok warningCount}}}";
    const body = Buffer.from(JSON.stringify({ query, variables: { input: this.#input(predictions) } }));
    const headers = { "content-type": "application/json", authorization: `Bearer ${KEY}` };
    const start = performance.now();
    const response = await this.app.request("/graphql", { method: "POST", headers, body });
    const text = await response.text();
    const duration = performance.now() - start;
    if (!text.includes('"ok":true')) throw new Error(text.slice(0, 1000));
    return duration;
  }

  /** One statement in one transaction with prepared arrays: the cost of storing the rows alone. */
  async #bare(columns: readonly (readonly unknown[])[]): Promise<number> {
    const run = await this.#emptyRun();
    const start = performance.now();
    await this.bare.begin((tx) =>
      tx.unsafe(
        `insert into predictions (run_id, ordinal, response, error, confirmation, outcome, score, answer, rule, span_start,
           span_end, ambiguous)
         select $1::int, * from unnest($2::int[], $3::text[], $4::text[], $5::text[], $6::text[], $7::real[], $8::text[],
           $9::text[], $10::int[], $11::int[], $12::text[]::boolean[])`,
        [run, ...columns] as never[],
        { prepare: true },
      ),
    );
    return performance.now() - start;
  }

  async #emptyRun(): Promise<number> {
    const [row] = await this.bare<{ id: number }[]>`
      insert into runs (benchmark_id, release_id, model_id, inputs, visibility, status, owner, idempotency_key, input_hash)
      select benchmark_id, release_id, model_id, inputs, visibility, 'OPEN', owner, ${`bare-${this.#runs++}`}, ''
      from runs order by id desc limit 1 returning id`;
    return row?.id ?? 0;
  }

  /** The rows as the server stores them, by column. */
  async #columns(predictions: readonly SyntheticPrediction[]): Promise<unknown[][]> {
    const { run } = await submitRun(this.services.runs, { owner: "admin", admin: true }, this.#input(predictions));
    const rows = await this.bare`
      select ordinal, response, error, confirmation, outcome, score, answer, rule, span_start, span_end,
        ambiguous::text as ambiguous
      from predictions where run_id = ${run} order by ordinal`;
    return Object.keys(rows[0] ?? {}).map((column) => rows.map((row) => row[column]));
  }
}
