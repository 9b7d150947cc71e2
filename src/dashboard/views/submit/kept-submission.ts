import { del, get, set } from "idb-keyval";
import type { Draft } from "./draft.ts";

const NAME = "omnidex-submission";

/** A submission in progress. The browser stores its files, but not the API key. */
export interface KeptSubmission {
  readonly files: readonly File[];
  readonly draft: Draft;
  /** The epoch that is sent, from 1; null for a file without epochs. */
  readonly epoch: number | null;
}

/** Stores a submission until it is finished, so that it can be resumed after a reload. */
export const keepSubmission = (submission: KeptSubmission): Promise<void> => set(NAME, submission);

/** The unfinished submission; null if there is none, or the browser stores nothing. */
export async function keptSubmission(): Promise<KeptSubmission | null> {
  const kept = await get<KeptSubmission>(NAME).catch(() => undefined);
  if (kept === undefined || (await isBeingSent())) return null;
  return kept;
}

export const forgetSubmission = (): Promise<void> => del(NAME).catch(() => {});

/**
 * Runs `work` while other tabs can see that the kept submission is being sent.
 * @param work receives whether no other tab is sending
 */
export async function whileSending<T>(work: (isOnly: boolean) => Promise<T>): Promise<T> {
  // The Web Locks API is missing on pages over plain HTTP from another machine.
  if (!("locks" in navigator)) return work(true);
  return navigator.locks.request(NAME, { ifAvailable: true }, (lock) => work(lock !== null));
}

async function isBeingSent(): Promise<boolean> {
  if (!("locks" in navigator)) return false;
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === NAME);
}
