import { useSyncExternalStore } from "react";

const NAME = "omnidex-api-key";
const listeners = new Set<() => void>();

/** The API key of this tab; null without one. It is kept in the session's storage, never in a URL or a log. */
export const apiKey = (): string | null => sessionStorage.getItem(NAME);

/** Sets the key of this tab; null forgets it. */
export function setApiKey(key: string | null): void {
  if (key === null) sessionStorage.removeItem(NAME);
  else sessionStorage.setItem(NAME, key);
  for (const listener of listeners) listener();
}

/** Calls `listener` whenever the key changes. @returns a function that stops it */
export function onApiKeyChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The key as React state, for components that show whether one is set. */
export const useApiKey = (): string | null => useSyncExternalStore(onApiKeyChange, apiKey);
