import { getIntrospectionQuery } from "graphql";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { OmnidexError } from "../../../src/domain/errors.ts";
import { RankRanges } from "../../../src/scoring/metrics/rank-ranges.ts";
import type { Queryable } from "../../../src/server/db/database.ts";
import { RequestReads } from "../../../src/server/db/request-reads.ts";
import type { Query } from "../../../src/server/db/statement.ts";
import { LoopTurns } from "../../../src/server/limits/document-turns.ts";
import { RequestRecord } from "../../../src/server/telemetry/request-record.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());
afterEach(() => vi.restoreAllMocks());

const aliased = (count: number, field: (index: number) => string): string =>
  `{${Array.from({ length: count }, (_, index) => `a${index}:${field(index)}`).join(" ")}}`;

const board = (filter: string): string =>
  `leaderboard(benchmark:"omnidex-demo"${filter}){nodes{...on RankedRun{score{value} rankRange{best worst}}}}`;

/** Counts the turns of the event loop. */
function countTurns() {
  let [turn, ended] = [0, false];
  const count = (): void => {
    turn += 1;
    if (!ended) setImmediate(count);
  };
  setImmediate(count);
  return {
    now: () => turn,
    end: () => {
      ended = true;
    },
  };
}

describe("leaderboards of one request", () => {
  it("that are equal share their ranges", async () => {
    const at = vi.spyOn(RankRanges.prototype, "at");
    const { one } = await server.data<{ one: { nodes: object[] } }>(`{one:${board("")}}`);
    const once = at.mock.calls.length;
    expect(once).toBe(one.nodes.length);
    const all = await server.data<Record<string, object>>(aliased(40, () => board("")));
    expect(Object.values(all)).toEqual(Array.from({ length: 40 }, () => one));
    expect(at.mock.calls.length - once).toBe(once);
  });

  it("that differ are computed in different turns of the event loop", async () => {
    const document = aliased(12, (index) => board(`,filter:{durationSeconds:{gt:${index / 10}}}`));
    const before = await server.data(document);
    const turns = countTurns();
    const first = new Map<RankRanges, number>();
    const original = RankRanges.prototype.at;
    vi.spyOn(RankRanges.prototype, "at").mockImplementation(function (this: RankRanges, place) {
      if (!first.has(this)) first.set(this, turns.now());
      return original.call(this, place);
    });
    expect(await server.data(document)).toEqual(before);
    turns.end();
    expect(first.size).toBe(12);
    expect(new Set(first.values()).size).toBe(12);
  });
});

it("an introspection query waits for a turn, also when its document is known", async () => {
  const next = vi.spyOn(LoopTurns.prototype, "next");
  for (let time = 1; time <= 2; time++) {
    await server.data(getIntrospectionQuery());
    expect(next).toHaveBeenCalledTimes(time);
  }
  await server.data("{__typename benchmarks{slug}}");
  expect(next).toHaveBeenCalledTimes(2);
});

it("the statements of a request end once it is refused", async () => {
  let sent = 0;
  const query = async (): Promise<never[]> => {
    sent += 1;
    return [];
  };
  const reads = new RequestReads({ query } as Queryable, new RequestRecord("r"));
  await reads.query({} as Query);
  const refusal = new OmnidexError("INVALID_FILTER", "no such task");
  reads.refuse(refusal);
  await expect(reads.query({} as Query)).rejects.toBe(refusal);
  expect(sent).toBe(1);
});
