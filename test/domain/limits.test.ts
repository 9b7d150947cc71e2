import { describe, expect, it } from "vitest";
import { exceededLimit, textTooDeep } from "../../src/domain/json-limits.ts";
import { decodeStoredId, encodeStoredId, requireStoredKey } from "../../src/domain/node-id.ts";
import { adviceText, type FilterFault } from "../../src/domain/slice/filter-fault.ts";

describe("the limits of a JSON value", () => {
  const most = { depth: 3, values: 5, text: 4 };
  const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);

  it("are inclusive", () => {
    expect(exceededLimit(nested(3), most)).toBeNull();
    expect(exceededLimit(nested(4), most)).toBe("depth");
    expect(exceededLimit([1, 2, 3, 4, 5], most)).toBeNull();
    expect(exceededLimit([1, 2, 3, 4, 5, 6], most)).toBe("values");
    expect(exceededLimit({ a: [1, 2], b: { c: 3 } }, most)).toBeNull();
    expect(exceededLimit({ a: [1, 2], b: { c: 3, d: 4 } }, most)).toBe("values");
    expect(exceededLimit(["abcd"], most)).toBeNull();
    expect(exceededLimit({ key: "abcde" }, most)).toBe("text");
    expect(exceededLimit("abcd", most)).toBeNull();
    expect(exceededLimit("abcde", most)).toBe("text");
  });

  it("do not apply to null and numbers, and are checked without recursion", () => {
    for (const value of [null, 0, true, undefined, [null, null]]) expect(exceededLimit(value, most)).toBeNull();
    let deep: unknown = 1;
    for (let level = 0; level < 200_000; level++) deep = [deep];
    expect(exceededLimit(deep, { depth: 1e6, values: 1e6, text: 1 })).toBeNull();
  });
});

describe("the nesting of a text", () => {
  it("is counted over all kinds of brackets", () => {
    expect(textTooDeep("{ a(b: [1]) }", 3)).toBe(false);
    expect(textTooDeep("{ a(b: [1]) }", 2)).toBe(true);
    expect(textTooDeep("{a}{b}[c](d)", 1)).toBe(false);
    expect(textTooDeep("", 0)).toBe(false);
  });
});

describe("the id of a stored object", () => {
  it("is the kind and a positive 32-bit key without leading zeros", () => {
    expect(encodeStoredId("snapshot", 3)).toBe("snapshot_3");
    expect(decodeStoredId("snapshot", "snapshot_2147483647")).toBe(2_147_483_647);
    for (const id of ["snapshot_2147483648", "snapshot_0", "snapshot_03", "subset_3", "3", "snapshot_3 ", "snapshot_"])
      expect(decodeStoredId("snapshot", id)).toBeNull();
    expect(decodeStoredId("subset", "subset_10")).toBe(10);
  });

  it("is expected by the error for any other text, which shows its first 80 characters", () => {
    expect(requireStoredKey("subset", "subset_7", "subset")).toBe(7);
    expect(() => requireStoredKey("snapshot", "x".repeat(100), "statistics.snapshot")).toThrow(
      `'statistics.snapshot' must be the id of an item snapshot, such as 'snapshot_1'; got '${"x".repeat(80)}'.`,
    );
  });
});

describe("the advice of a filter's error", () => {
  const fault = (changes: Partial<FilterFault>): FilterFault => ({
    ...{ path: "filter.tasks[0]", value: "x", reason: "No.", nearest: [], allowed: null, values: null },
    ...changes,
  });

  it("suggests the nearest values, and names the allowed ones or their number", () => {
    expect(adviceText(fault({}))).toBe("");
    expect(adviceText(fault({ nearest: ["a", "b"] }))).toBe("Did you mean 'a' or 'b'?");
    expect(adviceText(fault({ nearest: ["a"], allowed: 30 }))).toBe("Did you mean 'a'? 30 values are allowed.");
    expect(adviceText(fault({ allowed: 1 }))).toBe("One value is allowed.");
    expect(adviceText(fault({ allowed: 2, values: ["a", "b"] }))).toBe("Allowed (2): a, b.");
    expect(adviceText(fault({ allowed: 2, values: ["a, b", "c"] }))).toBe("Allowed (2): a, b; c.");
    expect(adviceText(fault({ allowed: 0, values: [] }))).toBe("No value is allowed here.");
  });
});
