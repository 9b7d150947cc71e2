import { accessMethods } from "./methods/access-methods.ts";
import { benchmarkMethods } from "./methods/benchmark-methods.ts";
import { comparisonMethods } from "./methods/comparison-methods.ts";
import { nodeMethods } from "./methods/node-methods.ts";
import { questionMethods } from "./methods/question-methods.ts";
import { rankingMethods } from "./methods/ranking-methods.ts";
import { runMethods } from "./methods/run-methods.ts";
import { scoreMethods } from "./methods/score-methods.ts";
import type { ResponseInfo } from "./observation.ts";
import type { VariablesAndOptions } from "./options.ts";
import type { Send } from "./send.ts";
import { Transport } from "./transport.ts";
import type { OmnidexOptions, RequestOptions } from "./transport-options.ts";
import { type AstDocument, documentText, type TypedDocument } from "./typed-document.ts";

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
  ): Promise<TResult>;
  /**
   * Runs a document made by a code generator or gql.tada, which carries its own types. Errors are thrown, so a result
   * is never partial. Mutations are retried only if they are listed in `REPEATABLE_WRITES`.
   *
   * @example
   * const { benchmark } = await omnidex.query(graphql(`query ($slug: String!) { benchmark(slug: $slug) { title } }`), {
   *   slug: "worldsense",
   * });
   */
  <TResult, TVariables>(
    document: TypedDocument<TResult, TVariables>,
    ...rest: VariablesAndOptions<TVariables>
  ): Promise<TResult>;
}

type Of<F extends (send: Send, maxRetries: number | undefined) => unknown> = ReturnType<F>;
interface QuestionMethods extends Of<typeof questionMethods> {}
interface BenchmarkMethods extends Of<typeof benchmarkMethods> {}
interface RunMethods extends Of<typeof runMethods> {}
interface ScoreMethods extends Of<typeof scoreMethods> {}
interface RankingMethods extends Of<typeof rankingMethods> {}
interface ComparisonMethods extends Of<typeof comparisonMethods> {}
interface AccessMethods extends Of<typeof accessMethods> {}
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
    AccessMethods,
    NodeMethods {
  readonly query: Query;
  /** The latest response to any call, with its cost and the remaining quotas. Undefined before the first response. */
  readonly lastResponse: ResponseInfo | undefined;
}

/** The methods are grouped by noun, one file each. */
class Client {
  readonly #transport: Transport;
  readonly query: Query;

  constructor(options: OmnidexOptions) {
    this.#transport = new Transport(options);
    // The only unchecked cast of a response: the server is trusted to answer in the shape of the document's types.
    this.query = async (
      document: string | AstDocument | InstanceType<typeof String>,
      variables?: unknown,
      request?: RequestOptions,
    ) => this.#transport.request(await documentText(document), variables, request) as Promise<never>;
    const send: Send = (document, variables, request) => this.query(document as never, variables as never, request);
    Object.assign(
      this,
      questionMethods(send),
      benchmarkMethods(send),
      runMethods(send, options.maxRetries),
      scoreMethods(send),
      rankingMethods(send),
      comparisonMethods(send),
      accessMethods(send),
      nodeMethods(send),
    );
  }

  get lastResponse(): ResponseInfo | undefined {
    return this.#transport.lastResponse;
  }
}

/** Makes a client. @throws TypeError if `url` is not a valid address. */
export const Omnidex = Client as unknown as new (options: OmnidexOptions) => Omnidex;
