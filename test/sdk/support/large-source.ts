import type { PredictionInput } from "../../../src/sdk/index.ts";

const LENGTH = 50_000;

/**
 * The given number of megabytes of predictions, generated while they are read. All texts differ, so that none share
 * memory.
 */
export function* largeSource(megabytes: number): Generator<PredictionInput, void, undefined> {
  const count = Math.ceil((megabytes * 1_000_000) / LENGTH);
  for (let row = 0; row < count; row += 1) {
    const word = `row ${row} is thought about, `;
    yield { question: `video_${row}/0`, response: word.repeat(Math.ceil(LENGTH / word.length)) };
  }
}
