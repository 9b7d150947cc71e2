import { isDeepStrictEqual } from "node:util";
import type { BenchQuery, Variables } from "../queries/five-queries.ts";
import type { BenchServer } from "../servers/bench-server.ts";
import { asks } from "../servers/server-list.ts";

export interface Addressed {
  readonly server: BenchServer;
  readonly url: string;
}

/** The timeout of an answer, in milliseconds. */
const LONGEST = 60_000;

/** One answer, in the common shape. */
export async function ask({ server, url }: Addressed, query: BenchQuery, variables: Variables): Promise<unknown> {
  const { path, body } = server.request(query, variables);
  // Like the load generator, asks for no compression, which would add to the server's CPU time.
  const headers = {
    "content-type": "application/json",
    accept: "application/json",
    "accept-encoding": "identity",
  };
  const response = await fetch(url + path, { method: "POST", headers, body, signal: AbortSignal.timeout(LONGEST) });
  const text = await response.text();
  if (response.status !== 200 || text.startsWith('{"errors"'))
    throw new Error(`${server.name}, ${query.name}: ${response.status} ${text.slice(0, 2_000)}`);
  const answer: unknown = JSON.parse(text);
  return server.normalise?.(query, answer) ?? answer;
}

/**
 * Checks that all servers give the same answer to every variant of every query.
 * @throws an error that names the first place where two answers differ
 */
export async function compareAnswers(servers: readonly Addressed[], queries: readonly BenchQuery[]): Promise<number> {
  let compared = 0;
  for (const query of queries) {
    const [first, ...others] = servers.filter(({ server }) => asks(server, query));
    if (first === undefined) continue;
    for (const variables of query.variants) {
      const expected = await ask(first, query, variables);
      for (const other of others) {
        const place = difference(expected, await ask(other, query, variables), "");
        const what = `${query.name} with ${JSON.stringify(variables)}`;
        if (place !== null) throw new Error(`${first.server.name} and ${other.server.name} differ in ${what}${place}`);
        compared += 1;
      }
    }
  }
  return compared;
}

/**
 * The first difference of two JSON values, with its place; null if they are equal. The order of keys does not matter.
 */
function difference(a: unknown, b: unknown, path: string): string | null {
  if (isDeepStrictEqual(a, b)) return null;
  if (typeof a === "object" && typeof b === "object" && a !== null && b !== null) {
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const [left, right] = [a, b].map((value) => (value as Record<string, unknown>)[key]);
      const found = difference(left, right, `${path}.${key}`);
      if (found !== null) return found;
    }
  }
  return ` at ${path}: ${JSON.stringify(a)?.slice(0, 300)} and ${JSON.stringify(b)?.slice(0, 300)}`;
}
