import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";
import { failureText } from "../../data/query-client.ts";
import { endSignIn } from "../../data/sign-in.ts";
import { useTitle } from "../../shell/use-title.ts";

/**
 * The view to which the provider redirects the browser. It finishes the sign-in and returns to the page where the
 * sign-in began.
 */
export function SignedInView() {
  useTitle("Sign in");
  const navigate = useNavigate();
  // A code is valid only once, so the exchange is never repeated.
  const { data: from, error } = useQuery({
    queryKey: ["sign-in", location.search],
    queryFn: endSignIn,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  useEffect(() => {
    if (from !== undefined) void navigate({ href: from, replace: true });
  }, [from, navigate]);
  return error === null ? (
    <p className="soft" role="status">
      Signing in…
    </p>
  ) : (
    <p className="notice" role="alert">
      {failureText(error)}
    </p>
  );
}
