import { vi } from "vitest";
import { WorkCounter } from "./counted-work.ts";

/** Blocks that run less often than this are not compared: their numbers say nothing about growth. */
const FEW = 1_000;

/**
 * The blocks of the project's code whose number of executions grows faster than the size of their work: more than one
 * and a half times as fast. With work that grows with the square of the size, such a block grows four times as fast if
 * the size is multiplied by four.
 * @param load imports the code, so that it is counted, and returns the work
 * @param sizes the size, and a multiple of it
 */
export async function fastGrowth(
  load: () => Promise<(size: number) => unknown>,
  [small, large]: readonly [number, number],
): Promise<readonly string[]> {
  const counter = new WorkCounter();
  vi.resetModules();
  await counter.start();
  try {
    const work = await load();
    // What is computed once, or kept in a cache, is not counted.
    await work(small);
    const { counts: before } = await counter.during(async () => work(small));
    const { counts: after } = await counter.during(async () => work(large));
    const most = (1.5 * large) / small;
    const isFast = ([block, count]: readonly [string, number]): boolean =>
      count > FEW && count > most * Math.max(1, before.get(block) ?? 0);
    if (after.size === 0) throw new Error("nothing was counted");
    return [...after].filter(isFast).map(([block, count]) => `${block}: ${before.get(block) ?? 0}, then ${count}`);
  } finally {
    await counter.stop();
  }
}
