import { useSyncExternalStore } from "react";
import type { Run } from "../../sdk/index.ts";
import { noting } from "./outage.ts";

const NAME = "omnidex-api-key";
const listeners = new Set<() => void>();
let hasEnded = false;

/** The API key of this tab; null without one. It is kept in the session's storage, never in a URL or a log. */
export const apiKey = (): string | null => sessionStorage.getItem(NAME);

/** Whether a key is a token of the sign-in provider: a JSON Web Token, in three parts. */
export const isSignInToken = (key: string | null): boolean => key !== null && /^[\w-]+\.[\w-]+\.[\w-]+$/.test(key);

/** Sets the key of this tab; null forgets it. */
export function setApiKey(key: string | null): void {
  hasEnded = false;
  store(key);
}

/**
 * Forgets a sign-in that the server no longer accepts, so that the tab shows what is public.
 * @param refused the key of the refused request. If the tab has a different key by now, that key stays.
 */
export function endSignIn(refused: string | null): void {
  if (refused !== apiKey() || !isSignInToken(refused)) return;
  hasEnded = true;
  store(null);
}

function store(key: string | null): void {
  if (key === null) sessionStorage.removeItem(NAME);
  else sessionStorage.setItem(NAME, key);
  for (const listener of listeners) listener();
}

/** A `fetch` for requests with a key of this tab: if the server refuses a sign-in's token, the sign-in ends. */
export const fetchWith =
  (key: string | null): typeof fetch =>
  async (input, init) => {
    const response = await noting(input, init);
    if (response.status === 401) endSignIn(key);
    return response;
  };

/** Calls `listener` whenever the key changes. @returns a function that stops it */
export function onApiKeyChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The key as React state, for components that show whether one is set. */
export const useApiKey = (): string | null => useSyncExternalStore(onApiKeyChange, apiKey);

/** Whether this tab was signed in until the server refused its token. */
export const useSignInEnded = (): boolean => useSyncExternalStore(onApiKeyChange, () => hasEnded);

/**
 * Whether the answers of a run's release are hidden from the viewer. If they are, scores are coarse and outcomes are not
 * shown. The release's `answerAccess` alone does not decide this: administrators and the benchmark's maintainers see
 * hidden answers.
 */
export const isKeptSecret = ({ score, status, counts }: Pick<Run, "score" | "status" | "counts">): boolean =>
  score?.coarse === true || (status === "SCORED" && counts === null);
