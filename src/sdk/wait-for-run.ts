import { backoff } from "../domain/backoff.ts";
import { sleep } from "./abort.ts";
import { RunDocument } from "./generated/operations.ts";
import type { WaitOptions } from "./sdk-options.ts";
import { found, type Send } from "./send.ts";
import type { Run } from "./types.ts";

/** The pauses between two looks at a run, in milliseconds. A judge needs seconds to hours. */
const PAUSES = { first: 500, longest: 10_000 };

/** Looks at a run until nothing about its scores is pending. No cache answers, because it would repeat the old state. */
export async function waitForRun(send: Send, id: string, { intervalMs, ...request }: WaitOptions): Promise<Run> {
  for (let looks = 0; ; looks += 1) {
    const run = found("run", (await send(RunDocument, { id }, { ...request, cacheable: false })).run, id);
    const isPending = run.status === "OPEN" || run.status === "JUDGING" || run.rejudging;
    if (!isPending) return run;
    await sleep(intervalMs ?? backoff(looks, PAUSES), request.signal);
  }
}
