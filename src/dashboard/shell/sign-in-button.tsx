import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "react-aria-components";
import { useApiKey, useSignInEnded } from "../data/api-key.ts";
import { failureText } from "../data/query-client.ts";
import { beginSignIn, providerQuery } from "../data/sign-in-page.ts";

/** A link to the server's sign-in provider. Renders nothing if no provider is configured, or if there is a key. */
export function SignInButton() {
  const hasKey = useApiKey() !== null;
  const hasEnded = useSignInEnded();
  const { data: provider } = useQuery(providerQuery);
  const { mutate, isPending, error } = useMutation({ mutationFn: beginSignIn });
  if (hasKey || provider == null) return null;
  return (
    <>
      <Button className="button" isPending={isPending} onPress={() => mutate()} aria-label={`Sign in at ${provider}`}>
        Sign in
      </Button>
      {(error !== null || hasEnded) && (
        <span className="field-error" role="alert">
          {error === null ? "Your sign-in has expired. Sign in again." : failureText(error)}
        </span>
      )}
    </>
  );
}
