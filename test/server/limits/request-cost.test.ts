import { describe, expect, it } from "vitest";
import { MAX_REQUEST_OBJECTS, RequestCost } from "../../../src/server/graphql/plan/request-cost.ts";

describe("the cost of a request", () => {
  it("causes an error at the first object beyond the limit", () => {
    const cost = new RequestCost();
    cost.charge(MAX_REQUEST_OBJECTS - 1);
    cost.charge(1);
    expect(() => cost.charge(1)).toThrow(
      expect.objectContaining({
        code: "COST_LIMIT_EXCEEDED",
        details: { estimate: MAX_REQUEST_OBJECTS + 1, limit: MAX_REQUEST_OBJECTS },
      }),
    );
  });

  it("is taken from the caller's quota, and what was not used is given back", () => {
    const spent: number[] = [];
    const cost = new RequestCost((objects) => spent.push(objects));
    cost.charge(3);
    cost.charge(4);
    expect(cost.objects).toBe(7);
    cost.giveBack();
    expect(cost.objects).toBe(0);
    expect(spent).toEqual([3, 4, -7]);
  });
});
