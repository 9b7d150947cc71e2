import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useEffect, useRef, useState } from "react";
import { counted } from "../../../domain/texts.ts";
import { useApiKey } from "../../data/api-key.ts";
import { latestRunsQuery, viewerQuery } from "../../data/queries.ts";
import { failureText } from "../../data/query-client.ts";
import { finishSignIn, providerQuery, signInWithCode } from "../../data/sign-in-page.ts";
import { shortTitle } from "../../data/titles.ts";
import { useTitle } from "../../shell/view-states.tsx";

/** The view to which the provider redirects the browser. It returns to the page where the sign-in began. */
export const SignedInView = () => <SigningIn finish={finishSignIn} />;

/** The view of the link that a server prints. */
export const SignInView = () => <SigningIn finish={signInWithCode} />;

/** Finishes a sign-in, and goes on to the page that it returns. If that fails, offers the ways on. */
function SigningIn({ finish }: { readonly finish: () => Promise<string> }) {
  useTitle("Sign in");
  const navigate = useNavigate();
  const [fault, setFault] = useState<string | null>(null);
  const hasBegun = useRef(false);
  useEffect(() => {
    // A code is valid only once. The code is exchanged by a plain call and not by a TanStack query: the new token
    // resets all queries, and a reset query would send the code again.
    if (hasBegun.current) return;
    hasBegun.current = true;
    finish().then(
      (from) => navigate({ href: from, replace: true }),
      (error: unknown) => setFault(failureText(error)),
    );
  }, [finish, navigate]);
  return (
    <div className="stack">
      <h1>Sign in</h1>
      {fault === null ? (
        <p className="soft" role="status">
          Signing in…
        </p>
      ) : (
        <>
          <p className="notice" role="alert">
            {fault}
          </p>
          <WaysOn />
        </>
      )}
    </div>
  );
}

/** How many of the viewer's own runs are linked. */
const MOST_RUNS = 5;

/** What the reader can do after a failed sign-in: with the key of this tab, if there is one, or without. */
function WaysOn() {
  const hasKey = useApiKey() !== null;
  const { data: viewer = null } = useQuery({ ...viewerQuery(hasKey), enabled: hasKey });
  const { data: provider } = useQuery(providerQuery);
  const { data: own } = useQuery({ ...latestRunsQuery({ mine: true }, MOST_RUNS), enabled: hasKey });
  return (
    <>
      <p>
        {hasKey ? (
          <>
            This tab already has the key of <strong className="name">{viewer?.owner ?? "…"}</strong>.
          </>
        ) : (
          `${provider == null ? "This server has no sign-in provider. Enter an API key" : "Use the button ‘Sign in’, or enter an API key"} with the key sign at the top of this page. Public runs can be read without.`
        )}
      </p>
      <p className="row">
        <Link to="/">All benchmarks</Link>
        <Link to="/submit">Submit a run</Link>
        <Link to="/questions">Questions</Link>
      </p>
      {own !== undefined && own.nodes.length > 0 && (
        <section className="stack tight" aria-labelledby="own-runs">
          <h2 id="own-runs">Your latest runs</h2>
          <ul>
            {own.nodes.map(({ id, model, benchmark, counts }) => (
              <li key={id}>
                <Link to="/runs/$run" params={{ run: id }} className="name">
                  {model.name}
                </Link>{" "}
                <span className="soft small name">
                  {shortTitle(benchmark.title)}
                  {counts !== null && `, ${counted(counts.total, "question")}`}
                </span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
