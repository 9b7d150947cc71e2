import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { failureText } from "../../data/query-client.ts";
import { finishSignIn } from "../../data/sign-in.ts";
import { useTitle } from "../../shell/use-title.ts";

/**
 * The view to which the provider redirects the browser. It finishes the sign-in and returns to the page where the
 * sign-in began.
 */
export function SignedInView() {
  useTitle("Sign in");
  const navigate = useNavigate();
  const [fault, setFault] = useState<string | null>(null);
  const hasBegun = useRef(false);
  useEffect(() => {
    // A code is valid only once. The code is exchanged by a plain call and not by a TanStack query: the new token
    // resets all queries, and a reset query would send the code again.
    if (hasBegun.current) return;
    hasBegun.current = true;
    finishSignIn().then(
      (from) => navigate({ href: from, replace: true }),
      (error: unknown) => setFault(failureText(error)),
    );
  }, [navigate]);
  return (
    <div className="stack">
      <h1>Sign in</h1>
      {fault === null ? (
        <p className="soft" role="status">
          Signing in…
        </p>
      ) : (
        <p className="notice" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}
