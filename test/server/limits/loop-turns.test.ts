import { describe, expect, it } from "vitest";
import { LoopTurns } from "../../../src/server/limits/document-turns.ts";

/** A clock that only passes while a piece holds the event loop, and notes the pauses. */
function newClock() {
  let time = 0;
  const pauses: { readonly milliseconds: number; readonly end: () => void }[] = [];
  return {
    pauses,
    hold: (milliseconds: number) => {
      time += milliseconds;
    },
    clock: {
      now: () => time,
      pause: (milliseconds: number) => new Promise<void>((end) => void pauses.push({ milliseconds, end })),
    },
  };
}

const immediate = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe("LoopTurns", () => {
  it("leaves the event loop free after each piece of any caller for as long as the piece took", async () => {
    const { clock, hold, pauses } = newClock();
    const turns = new LoopTurns(20, 500, clock);
    let done = 0;
    const pieces = [30, 10, 1, 3].map(async (milliseconds, index) => {
      await turns.next(`caller ${index % 2}`);
      hold(milliseconds);
      done += 1;
    });
    // A piece of a millisecond is followed by no pause.
    for (const [milliseconds, doneBefore] of [
      [30, 1],
      [10, 2],
      [3, 4],
    ]) {
      for (let step = 0; step < 5; step++) await immediate();
      expect([pauses.map((one) => one.milliseconds), done]).toEqual([[milliseconds], doneBefore]);
      pauses.pop()?.end();
    }
    await Promise.all(pieces);
    expect(pauses).toEqual([]);
  });

  it("lets other work run between two pieces", async () => {
    const { clock, hold, pauses } = newClock();
    const turns = new LoopTurns(20, 500, clock);
    const order: string[] = [];
    const piece = async (name: string): Promise<void> => {
      await turns.next("caller");
      hold(20);
      order.push(name);
    };
    const other = async (): Promise<void> => {
      for (let step = 0; step < 5; step++) await immediate();
      order.push("other");
      pauses[0]?.end();
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
