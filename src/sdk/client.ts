import { accessMethods } from "./access-methods.ts";
import { OmnidexNotFoundError } from "./api-errors.ts";
import { benchmarkMethods } from "./benchmark-methods.ts";
import { asCalls, type Call, type Calls, startCall } from "./call.ts";
import {
  type BenchmarkHandle,
  type BenchmarkReference,
  benchmarkHandle,
  type RunHandle,
  type RunReference,
  runHandle,
} from "./handles.ts";
import { hostingMethods } from "./hosting-methods.ts";
import { itemMethods } from "./item-methods.ts";
import { comparisonMethods, nodeMethods } from "./node-methods.ts";
import type { ResponseInfo } from "./observation.ts";
import { type Connection, type ListOptions, Paged, type PageRequest } from "./pagination.ts";
import { questionMethods } from "./question-methods.ts";
import { rankingMethods } from "./ranking-methods.ts";
import { runMethods } from "./run-methods.ts";
import { scoreMethods } from "./score-methods.ts";
import type { VariablesAndOptions } from "./sdk-options.ts";
import type { Send } from "./send.ts";
import { Transport } from "./transport.ts";
import type { OmnidexOptions, RequestOptions } from "./transport-options.ts";
import { documentText, type TypedDocument } from "./typed-document.ts";

/** Runs any document. */
export interface Query {
  /**
   * Runs a document given as text. The result has the type that the caller states; it is not checked.
   *
   * @example
   * const { viewer } = await omnidex.query<{ viewer: { owner: string } | null }>("{ viewer { owner } }");
   */
  <TResult = Record<string, unknown>>(
    document: string,
    variables?: Readonly<Record<string, unknown>>,
    options?: RequestOptions,
  ): Call<TResult>;
  /**
   * Runs a document made by a code generator or gql.tada, which carries its own types. Errors are thrown, so a result
   * is never partial. Mutations are retried only if `repeatable.ts` lists them.
   *
   * @example
   * const { benchmark } = await omnidex.query(graphql(`query ($slug: String!) { benchmark(slug: $slug) { title } }`), {
   *   slug: "worldsense",
   * });
   */
  <TResult, TVariables>(
    document: TypedDocument<TResult, TVariables>,
    ...rest: VariablesAndOptions<TVariables>
  ): Call<TResult>;
}

type Of<F extends (send: Send, maxRetries: number | undefined) => unknown> = Calls<ReturnType<F>>;
interface QuestionMethods extends Of<typeof questionMethods> {}
interface BenchmarkMethods extends Of<typeof benchmarkMethods> {}
interface RunMethods extends Of<typeof runMethods> {}
interface ScoreMethods extends Of<typeof scoreMethods> {}
interface RankingMethods extends Of<typeof rankingMethods> {}
interface ComparisonMethods extends Of<typeof comparisonMethods> {}
interface ItemMethods extends Of<typeof itemMethods> {}
interface AccessMethods extends Of<typeof accessMethods> {}
interface HostingMethods extends Of<typeof hostingMethods> {}
interface NodeMethods extends Of<typeof nodeMethods> {}

/**
 * A client of an Omnidex server. It holds no connection and no state except `lastResponse`, so one client can serve a
 * whole program.
 *
 * @example
 * const omnidex = new Omnidex({ url: "http://127.0.0.1:4000", apiKey: process.env.OMNIDEX_API_KEY });
 */
export interface Omnidex
  extends QuestionMethods,
    BenchmarkMethods,
    RunMethods,
    ScoreMethods,
    RankingMethods,
    ComparisonMethods,
    ItemMethods,
    AccessMethods,
    HostingMethods,
    NodeMethods {
  /** Runs any document. */
  readonly query: Query;
  /**
   * A list that is read with the caller's own document. The document selects the fields, declares `$first` and
   * `$after`, and includes `nodes` and `pageInfo { hasNextPage endCursor }`; `page()` needs `totalCount`, too.
   *
   * @param select returns the list in the result; if it returns null, reading the list throws `OmnidexNotFoundError`
   * @example
   * const document = graphql(`query ($first: Int, $after: String) {
   *   questions(first: $first, after: $after) { nodes { key text } pageInfo { hasNextPage endCursor } }
   * }`);
   * for await (const { key, text } of omnidex.list(document, (result) => result.questions)) console.log(key, text);
   */
  readonly list: <TResult, TVariables, T>(
    document: TypedDocument<TResult, TVariables>,
    select: (result: TResult) => Connection<T> | null | undefined,
    variables?: Omit<TVariables, keyof PageRequest>,
    options?: ListOptions,
  ) => Paged<T>;
  /**
   * A handle with the methods that read one run. Making it sends no request.
   *
   * @example
   * const cells = await omnidex.forRun(run).breakdown({ by: ["LEVEL"] });
   * const { difference } = await omnidex.forRun("run_1").compare("run_2");
   */
  readonly forRun: (run: RunReference) => RunHandle;
  /**
   * A handle with the methods that read one benchmark. Making it sends no request.
   *
   * @example
   * for await (const { rank, model } of omnidex.forBenchmark("worldsense").leaderboard()) console.log(rank, model.name);
   */
  readonly forBenchmark: (benchmark: BenchmarkReference) => BenchmarkHandle;
  /** The latest response to any call, with its cost and the remaining quotas. Undefined before the first response. */
  readonly lastResponse: ResponseInfo | undefined;
}

const listMethods = (send: Send) => ({
  list<TResult, TVariables, T>(
    document: TypedDocument<TResult, TVariables>,
    select: (result: TResult) => Connection<T> | null | undefined,
    variables?: Omit<TVariables, keyof PageRequest>,
    list: ListOptions = {},
  ): Paged<T> {
    return new Paged(async (page, request) => {
      const found = select(await send(document, { ...variables, ...page } as TVariables, request));
      if (found == null)
        throw new OmnidexNotFoundError("The object that holds this list does not exist, or is not visible.");
      return found;
    }, list);
  },
});

/** The methods are grouped by noun, one file each. */
class Client {
  readonly #transport: Transport;
  readonly query: Query;

  constructor(options: OmnidexOptions = {}) {
    this.#transport = new Transport(options);
    // The only unchecked cast of a response: the server is trusted to answer in the shape of the document's types.
    const send: Send = async (document, variables, request) =>
      this.#transport.request(await documentText(document), variables, request) as Promise<never>;
    this.query = (document: string | TypedDocument<unknown, unknown>, variables?: unknown, request?: RequestOptions) =>
      startCall(send, (own) => own(document as never, variables, request)) as Call<never>;
    const groups = [
      questionMethods,
      benchmarkMethods,
      (own: Send) => runMethods(own, options.maxRetries),
      scoreMethods,
      rankingMethods,
      comparisonMethods,
      itemMethods,
      accessMethods,
      hostingMethods,
      nodeMethods,
      listMethods,
    ] as const;
    for (const group of groups) Object.assign(this, asCalls(group as never, send));
    const client = this as unknown as Omnidex;
    Object.assign(this, {
      forRun: (run: RunReference) => runHandle(client, run),
      forBenchmark: (benchmark: BenchmarkReference) => benchmarkHandle(client, benchmark),
    });
  }

  get lastResponse(): ResponseInfo | undefined {
    return this.#transport.lastResponse;
  }
}

/** Makes a client. @throws TypeError if neither `url` nor `OMNIDEX_URL` is set, or the address is not valid. */
export const Omnidex = Client as unknown as new (options?: OmnidexOptions) => Omnidex;
