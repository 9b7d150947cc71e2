import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { createTestServer, type TestServer } from "../../support/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => server.close());

const SELECTION = "{ totalCount questions nodes { rank value model { name } } }";
const field = (rest: string): string => `leaderboard(benchmark: "omnidex-demo", ${rest}) ${SELECTION}`;

/** Each computation of a leaderboard asks once for the runs that it ranks. */
const countComputations = () => vi.spyOn(server.services.memory.directory, "filtered");

it("ninety fields of one document that ask for the same leaderboard share one computation", async () => {
  const alone = await server.data<{ readonly leaderboard: object }>(`{ ${field("first: 3")} }`);
  const computations = countComputations();
  const aliases = Array.from({ length: 90 }, (_, index) => `a${index}: ${field("first: 3")}`);
  const data = await server.data<Record<string, object>>(`{ ${aliases.join("\n")} }`);
  expect(computations).toHaveBeenCalledTimes(1);
  expect(Object.values(data)).toEqual(Array(90).fill(alone.leaderboard));
});

it("other pages and orders share it, other questions, figures and requests do not", async () => {
  const fields = [
    "first: 3",
    "first: 1",
    "first: 3, orderBy: { field: MODEL, direction: ASC }",
    "first: 3, filter: { levels: [REASONING] }",
    "first: 3, published: false",
  ];
  const alone: object[] = [];
  for (const rest of fields) alone.push((await server.data<{ leaderboard: object }>(`{ ${field(rest)} }`)).leaderboard);
  const computations = countComputations();
  const document = `{ ${fields.map((rest, index) => `a${index}: ${field(rest)}`).join("\n")} }`;
  for (const times of [3, 6]) {
    // Asked with a key, so that the answer does not come from the cache.
    expect(Object.values(await server.data<Record<string, object>>(document))).toEqual(alone);
    expect(computations).toHaveBeenCalledTimes(times);
  }
});
