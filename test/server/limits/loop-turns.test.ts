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
  it("leaves the event loop free after each piece of any caller for as long as the piece took", async () => {
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

  it("lets other work run between two pieces", async () => {
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

  it("lets callers take turns, however many pieces one of them has", async () => {
    const turns = new LoopTurns();
    const order: string[] = [];
    const piece = async (caller: string): Promise<void> => {
      await turns.next(caller);
      order.push(caller);
    };
    await Promise.all([..."aaaaabbc"].map(piece));
    // The first piece begins at once. After it, the callers take turns.
    expect(order.join("")).toBe("aabcabaa");
  });

  it("continues after a piece that fails, and starts again after a pause", async () => {
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

  it("reports when the queue of a caller, or of all callers, is full", async () => {
    const turns = new LoopTurns(2, 3);
    const sent = [turns.next("a"), turns.next("a"), turns.next("a")];
    expect([turns.isFull("a"), turns.isFull("b")]).toEqual([true, false]);
    sent.push(turns.next("b"));
    expect([turns.isFull("b"), turns.isFull("c")]).toEqual([true, true]);
    await Promise.all(sent);
    expect([turns.isFull("a"), turns.isFull("b"), turns.isFull("c")]).toEqual([false, false, false]);
  });
});
