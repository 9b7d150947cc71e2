import { QueryClient } from "@tanstack/react-query";
import { isOmnidexFailure } from "../../sdk/index.ts";
import { onApiKeyChange } from "./api-key.ts";

/** The cache of all queries. It does not retry, because the SDK already retries transient failures. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry: false, refetchOnWindowFocus: false },
  },
});

// A different key may see different runs.
onApiKeyChange(() => void queryClient.resetQueries());

/** The codes of errors that a retry cannot change. */
const REFUSALS: ReadonlySet<string> = new Set(["FORBIDDEN", "UNAUTHENTICATED", "BAD_USER_INPUT", "NOT_FOUND"]);

/** Whether the same request may succeed later. */
export const mayRecover = (error: unknown): boolean => !(isOmnidexFailure(error) && REFUSALS.has(error.code ?? ""));

/** Explains an error in a sentence for the reader. */
export function failureText(error: unknown): string {
  if (isOmnidexFailure(error)) return error.message;
  return error instanceof Error ? error.message : String(error);
}
