import { QueryClient } from "@tanstack/react-query";
import { isOmnidexFailure } from "../../sdk/index.ts";
import { onApiKeyChange } from "./api-key.ts";

/** Does not retry, because the SDK already retries transient failures. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 30_000, retry: false, refetchOnWindowFocus: false },
  },
});

// Another key may see other runs.
onApiKeyChange(() => void queryClient.resetQueries());

/** Explains an error in a sentence for the reader. */
export function failureText(error: unknown): string {
  if (isOmnidexFailure(error)) return error.message;
  return error instanceof Error ? error.message : String(error);
}
