import { useSyncExternalStore } from "react";
import { isOmnidexFailure } from "../../sdk/index.ts";

/** The statuses with which a proxy, or a server that starts or ends, says that the service is unavailable. */
const UNAVAILABLE: ReadonlySet<number> = new Set([502, 503, 504]);
/** The pauses between two attempts during an outage, in milliseconds. */
const [FIRST_PAUSE, LONGEST_PAUSE] = [500, 4_000];

/** When the first request failed that no answer has followed, in milliseconds since 1970. */
let failedAt: number | null = null;
/** When the outage that the dashboard shows began; null if it shows none. */
let toldSince: number | null = null;
const listeners = new Set<() => void>();

function tell(since: number | null): void {
  if (since === toldSince) return;
  toldSince = since;
  for (const listener of listeners) listener();
}

function noteAnswer(): void {
  failedAt = null;
  tell(null);
}

/** A `fetch` that notes when the server stops answering and when it answers again. */
export const noting: typeof fetch = async (input, init) => {
  try {
    const response = await fetch(input, init);
    if (UNAVAILABLE.has(response.status)) failedAt ??= Date.now();
    else noteAnswer();
    return response;
  } catch (error) {
    if (init?.signal?.aborted !== true) failedAt ??= Date.now();
    throw error;
  }
};

/** The server does not answer now, but may later. Requests of the SDK throw errors of its own instead. */
export class NoAnswerError extends Error {}

/**
 * The JSON that the server answers to a request that is not of the SDK.
 * @throws NoAnswerError if the server is not available; Error with the server's reason if it refuses the request
 */
export async function answerOf<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await noting(path, init).catch((cause: unknown) => {
    throw new NoAnswerError("The server does not answer.", { cause });
  });
  // A proxy whose server does not answer sends a page.
  const body: T & { readonly errors?: readonly { readonly message: string }[] } = await response
    .json()
    .catch(() => ({}));
  if (response.ok) return body;
  const message = body.errors?.[0]?.message ?? `The server answered with status ${response.status}.`;
  throw UNAVAILABLE.has(response.status) ? new NoAnswerError(message) : new Error(message);
}

/** Whether an error says that the server does not answer now, but may later. */
export const isOutage = (error: unknown): boolean =>
  error instanceof NoAnswerError ||
  (isOmnidexFailure(error) && (error.code === "CONNECTION" || error.code === "UNAVAILABLE"));

/** The pause before the next attempt, in milliseconds. */
export const outagePause = (attempts: number): number => Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** attempts);

/** Tells the reader that the server does not answer. */
export const tellOutage = (): void => tell(failedAt);

const watch = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Since when the server has not answered, in milliseconds since 1970; null while it answers. */
export const useOutage = (): number | null => useSyncExternalStore(watch, () => toldSince);

async function doesAnswer(): Promise<boolean> {
  try {
    return (await noting("/health/live", { cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

/**
 * Imports a part of the dashboard's code. An import that fails during an outage is repeated until the server answers.
 * @throws the import's error if the server answers but does not have the file, for example because it was upgraded
 */
export async function imported<T>(load: () => Promise<T>): Promise<T> {
  for (let attempts = 0, isUp = false; ; attempts++)
    try {
      const code = await load();
      if (attempts > 0) noteAnswer();
      return code;
    } catch (error) {
      // The server may have come back between the import and the question, so the import is repeated once.
      if (isUp) throw error;
      isUp = await doesAnswer();
      if (isUp) continue;
      tellOutage();
      await new Promise((resolve) => setTimeout(resolve, outagePause(attempts)));
    }
}
