import { useMutation, useQuery } from "@tanstack/react-query";
import { Button } from "react-aria-components";
import { useApiKey } from "../data/api-key.ts";
import { failureText } from "../data/query-client.ts";
import { beginSignIn, providerQuery } from "../data/sign-in.ts";

/** A link to the server's sign-in provider. Renders nothing if no provider is configured, or if there is a key. */
export function SignInButton() {
  const hasKey = useApiKey() !== null;
  const { data: provider } = useQuery(providerQuery);
  const { mutate, isPending, error } = useMutation({ mutationFn: beginSignIn });
  if (hasKey || provider == null) return null;
  return (
    <>
      <Button className="button" isPending={isPending} onPress={() => mutate()} aria-label={`Sign in at ${provider}`}>
        Sign in
      </Button>
      {error !== null && (
        <span className="field-error" role="alert">
          {failureText(error)}
        </span>
      )}
    </>
  );
}
