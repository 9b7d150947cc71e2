import { expect, test } from "vitest";
import { isDeep } from "../support/cases.ts";
import { type SourceKind, submitInProcess } from "./support/submit-memory.ts";

const MEGABYTES = 300;
/**
 * The memory limit of the process for any size of the source. Some 60 MB belong to Node, and most of
 * the rest is garbage that is not collected yet.
 */
const LIMIT_MB = 350;

const KINDS: readonly SourceKind[] = isDeep ? ["function", "iterable", "file"] : ["file"];

test.each(KINDS)("a %s of 300 MB is sent completely, and never held in memory as a whole", async (kind) => {
  const taken = await submitInProcess(kind, MEGABYTES);
  expect(taken.rows).toBe((MEGABYTES * 1_000_000) / 50_000);
  expect(taken.sent).toBeGreaterThan(MEGABYTES * 1_000_000);
  expect(taken.peakMb).toBeLessThan(LIMIT_MB);
});
