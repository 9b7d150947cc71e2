import { expect } from "vitest";
import { ADMIN_KEY } from "../../support/test-server.ts";

/** A server that is sent requests. */
export interface Asked {
  readonly url: string;
}

export interface Answer {
  readonly status: number;
  readonly code: string | undefined;
  readonly data?: unknown;
}

/**
 * Sends a request. Expects status 200, or 503 with a Retry-After header if the database is unavailable.
 */
export async function ask({ url }: Asked, query: string, variables: object = {}): Promise<Answer> {
  const headers = { "content-type": "application/json", authorization: `Bearer ${ADMIN_KEY}` };
  const body = JSON.stringify({ query, variables });
  const response = await fetch(`${url}/graphql`, { method: "POST", headers, body });
  const { data, errors } = (await response.json()) as {
    data?: unknown;
    errors?: readonly { readonly extensions?: { readonly code?: string } }[];
  };
  const codes = (errors ?? []).map(({ extensions }) => extensions?.code ?? "without a code");
  const isUnavailable = codes.includes("UNAVAILABLE");
  expect([response.status, response.headers.get("retry-after")]).toEqual(isUnavailable ? [503, "1"] : [200, null]);
  return { status: response.status, code: isUnavailable ? "UNAVAILABLE" : codes[0], data };
}

export const READ = `{ questions(filter: { benchmarks: ["omnidex-demo"] }, first: 40) { totalCount nodes { key text } } }`;

/** Keys of questions of the demo. */
export async function questionKeys(server: Asked): Promise<readonly string[]> {
  const { data } = await ask(server, READ);
  return (data as { questions: { nodes: { key: string }[] } }).questions.nodes.map(({ key }) => key);
}

const RUNS = `query ($after: String) {
  runs(first: 100, after: $after) { nodes { id model { slug } score { value } } pageInfo { hasNextPage endCursor } }
}`;

interface RunPage {
  readonly runs: {
    readonly nodes: readonly { readonly id: string; readonly model: { readonly slug: string } }[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
  };
}

/** The ids of all runs, by the slug of their model. */
export async function allRuns(server: Asked): Promise<ReadonlyMap<string, readonly string[]>> {
  const found = new Map<string, string[]>();
  for (let after: string | null = null, more = true; more; ) {
    const { code, data } = await ask(server, RUNS, { after });
    expect(code).toBeUndefined();
    const { nodes, pageInfo } = (data as RunPage).runs;
    for (const { id, model } of nodes) found.set(model.slug, [...(found.get(model.slug) ?? []), id]);
    [after, more] = [pageInfo.endCursor, pageInfo.hasNextPage];
  }
  return found;
}
