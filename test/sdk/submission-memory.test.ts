import { expect, test } from "vitest";
import { type SourceKind, submitInProcess } from "./support/submit-memory.ts";

const MEGABYTES = 300;
/** Of the process, whatever the size: some 90 MB are Node's and the compiler's, and most of the rest waits for its collection. */
const LIMIT_MB = 350;

/** `scripts/measure-submit-memory.ts` does the same with 2 GB. */
test.each<SourceKind>(["function", "iterable", "file"])(
  "a %s of 300 MB is all sent, and never in memory as a whole",
  async (kind) => {
    const taken = await submitInProcess(kind, MEGABYTES);
    expect(taken.rows).toBe((MEGABYTES * 1_000_000) / 50_000);
    expect(taken.sent).toBeGreaterThan(MEGABYTES * 1_000_000);
    expect(taken.peakMb).toBeLessThan(LIMIT_MB);
  },
);
