import fc from "fast-check";
import { expect, test } from "vitest";
import { type Membership, PendingSet } from "../../src/domain/pending-set.ts";

const sorted = (items: Iterable<number>): number[] => [...items].sort((a, b) => a - b);

test("a pending set holds what a Set holds after any additions and removals", () => {
  const step = fc.oneof(
    { weight: 5, arbitrary: fc.constant({ kind: "add" as const }) },
    { weight: 5, arbitrary: fc.nat().map((nth) => ({ kind: "remove" as const, nth })) },
    { weight: 1, arbitrary: fc.constant({ kind: "clear" as const }) },
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const [set, model] = [new PendingSet<number>(), new Set<number>()];
      const all: Membership<number>[] = [];
      for (const one of steps) {
        if (one.kind === "add") {
          model.add(all.length);
          all.push(set.add(all.length));
        } else if (one.kind === "clear") {
          model.clear();
          set.clear();
        } else {
          // The member may already be removed.
          const member = all[one.nth % Math.max(1, all.length)];
          if (member === undefined) continue;
          model.delete(member.item);
          set.remove(member);
        }
        expect(set.size).toBe(model.size);
        expect(sorted(set)).toEqual(sorted(model));
        for (const member of all) expect(set.has(member)).toBe(model.has(member.item));
      }
    }),
  );
});

test("items can be removed while they are iterated", () => {
  const set = new PendingSet<string>();
  const members = new Map(["a", "b", "c"].map((item) => [item, set.add(item)]));
  const seen: string[] = [];
  for (const item of set) {
    seen.push(item);
    const member = members.get(item);
    if (member !== undefined) set.remove(member);
  }
  expect(seen.sort()).toEqual(["a", "b", "c"]);
  expect(set.size).toBe(0);
});
