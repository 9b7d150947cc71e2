import { describe, expect, it } from "vitest";
import { LoopTurns } from "../../../src/server/limits/loop-turns.ts";

/** Holds the event loop. @returns when it began and ended, in milliseconds */
function hold(milliseconds: number): { readonly begin: number; readonly end: number } {
  const begin = performance.now();
  while (performance.now() - begin < milliseconds);
  return { begin, end: performance.now() };
}

const immediate = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("LoopTurns", () => {
  it("leaves the event loop between two pieces for as long as the first has held it, whoever they are of", async () => {
    const turns = new LoopTurns();
    const pieces = await Promise.all(
      [30, 10, 1].map(async (milliseconds, index) => {
        await turns.next(`caller ${index % 2}`);
        return hold(milliseconds);
      }),
    );
    const inOrder = pieces.toSorted((a, b) => a.begin - b.begin);
    inOrder.slice(1).forEach(({ begin }, index) => {
      const before = inOrder[index] as (typeof pieces)[number];
      // A timer may be a millisecond early.
      expect(begin - before.end).toBeGreaterThanOrEqual(before.end - before.begin - 1);
    });
  });

  it("answers others between them", async () => {
    const turns = new LoopTurns();
    const order: string[] = [];
    const piece = async (name: string): Promise<void> => {
      await turns.next("caller");
      hold(20);
      order.push(name);
    };
    const other = async (): Promise<void> => {
      for (let step = 0; step < 5; step++) await immediate();
      order.push("other");
    };
    await Promise.all([piece("first"), piece("second"), other()]);
    expect(order).toEqual(["first", "other", "second"]);
  });

  it("lets callers take turns, however much one of them sends", async () => {
    const turns = new LoopTurns();
    const order: string[] = [];
    const piece = async (caller: string): Promise<void> => {
      await turns.next(caller);
      order.push(caller);
    };
    await Promise.all([..."aaaaabbc"].map(piece));
    // The first begins at once.
    expect(order.join("")).toBe("aabcabaa");
  });

  it("goes on after a piece that fails, and begins anew after a rest", async () => {
    const turns = new LoopTurns();
    const failing = turns.next("a").then(() => {
      throw new Error("failed");
    });
    const next = turns.next("a");
    await expect(failing).rejects.toThrow("failed");
    await next;
    for (let step = 0; step < 5; step++) await immediate();
    await turns.next("a");
  });

  it("says when as much waits as may, of a caller and of all", async () => {
    const turns = new LoopTurns(2, 3);
    const sent = [turns.next("a"), turns.next("a"), turns.next("a")];
    expect([turns.isFull("a"), turns.isFull("b")]).toEqual([true, false]);
    sent.push(turns.next("b"));
    expect([turns.isFull("b"), turns.isFull("c")]).toEqual([true, true]);
    await Promise.all(sent);
    expect([turns.isFull("a"), turns.isFull("b"), turns.isFull("c")]).toEqual([false, false, false]);
  });
});
