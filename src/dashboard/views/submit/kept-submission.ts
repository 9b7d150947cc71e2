import { del, get, set } from "idb-keyval";
import type { Draft } from "./submission-draft.ts";

const NAME = "omnidex-submission";

/** A submission in progress. The browser stores its files, but not the API key. */
export interface KeptSubmission {
  readonly files: readonly File[];
  readonly draft: Draft;
}

/** Stores a submission until it is finished, so that it can be resumed after a reload. */
export const keepSubmission = (submission: KeptSubmission): Promise<void> => set(NAME, submission);

/**
 * The unfinished submission; null if every submission is finished, or if the browser stores nothing. First waits until
 * no tab holds the lock of `whileSending`: after a reload, the old page may still hold it for a moment.
 */
export async function keptSubmission(): Promise<KeptSubmission | null> {
  const read = async (): Promise<KeptSubmission | null> =>
    (await get<KeptSubmission>(NAME).catch(() => undefined)) ?? null;
  return "locks" in navigator ? navigator.locks.request(NAME, { mode: "shared" }, read) : read();
}

export const forgetSubmission = (): Promise<void> => del(NAME).catch(() => {});

/**
 * Runs `work` under a lock, which tells other tabs that a submission is being sent.
 * @param work receives true if no other tab is sending
 */
export async function whileSending<T>(work: (isOnly: boolean) => Promise<T>): Promise<T> {
  // The Web Locks API is missing on pages over plain HTTP from another machine.
  if (!("locks" in navigator)) return work(true);
  return navigator.locks.request(NAME, { ifAvailable: true }, (lock) => work(lock !== null));
}
