/** The longest address of a request, in characters. Servers and proxies accept at least 8,000 by default. */
const LONGEST_ADDRESS = 4_000;
/** Statuses with which a proxy refuses the method or the length of an address. */
const REFUSED: ReadonlySet<number> = new Set([405, 414, 431]);

/** The queries of a client that are sent with GET, so that browsers and proxies may cache the answers. */
export class CacheableQueries {
  #isRefused = false;

  /**
   * The address of a query; undefined if it is to be sent with POST. Only a query without credentials has one: its answer
   * is public, and its address, which proxies log, contains no secret.
   *
   * @param query a document without mutations
   * @see https://graphql.github.io/graphql-over-http/draft/#sec-GET
   */
  addressOf(endpoint: string, query: string, variables: unknown, headers: Headers): string | undefined {
    const address = new URL(endpoint);
    // The parameters of an endpoint may be a gateway's key.
    if (this.#isRefused || address.search !== "" || headers.has("authorization") || headers.has("cookie")) return;
    address.searchParams.set("query", query);
    const values = JSON.stringify(variables ?? {});
    if (values !== "{}") address.searchParams.set("variables", values);
    return address.href.length > LONGEST_ADDRESS ? undefined : address.href;
  }

  /** Whether a proxy has refused GET. Later queries of the client are then sent with POST. */
  isRefusedBy({ status, body }: Response): boolean {
    if (!REFUSED.has(status)) return false;
    this.#isRefused = true;
    // Frees the connection.
    void body?.cancel();
    return true;
  }
}
