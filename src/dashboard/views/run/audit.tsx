import { useQueries, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button, Disclosure, DisclosurePanel, Heading } from "react-aria-components";
import type { QuestionFilter, RunAudit } from "../../../sdk/index.ts";
import { counted, percent } from "../../data/figures-text.ts";
import { failureText } from "../../data/query-client.ts";
import { auditQuery, extractorsQuery } from "./run-queries.ts";

/**
 * What other harnesses would have read in the same responses. It starts only on request, because it reads every
 * response again.
 */
export function Audit({ run, filter }: { readonly run: string; readonly filter: QuestionFilter }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <section className="stack" aria-labelledby="audit">
      <h2 id="audit">As other harnesses read it</h2>
      {isAsked ? (
        <AuditTable run={run} filter={filter} />
      ) : (
        <div className="row">
          <Button className="button no-print" onPress={() => setAsked(true)}>
            Read the responses again
          </Button>
          <span className="soft small">with the extractors of official scripts and other harnesses</span>
        </div>
      )}
    </section>
  );
}

function AuditTable({ run, filter }: { readonly run: string; readonly filter: QuestionFilter }) {
  const { data: extractors = [] } = useQuery(extractorsQuery);
  const audits = useQueries({ queries: extractors.map(({ name }) => auditQuery(run, name, filter)) });
  return (
    <div className="table-frame">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Extractor</th>
            <th scope="col" className="number">
              Score, %
            </th>
            <th scope="col" className="number">
              Difference, points
            </th>
            <th scope="col">Read differently</th>
          </tr>
        </thead>
        <tbody>
          {extractors.map(({ name, version }, place) => {
            const { data: audit, error, isPending } = audits[place] ?? {};
            return (
              <tr key={name}>
                <th scope="row">
                  {name} <span className="faint small">{version}</span>
                </th>
                <td className="number">{audit?.score ? percent(audit.score.value) : isPending ? "…" : "–"}</td>
                <td className="number">{audit?.difference == null ? "" : signed(audit.difference)}</td>
                <td>
                  {error ? <span className="field-error">{failureText(error)}</span> : null}
                  {audit?.differences === 0 && "none"}
                  {audit != null && audit.differences > 0 && <ReadDifferently audit={audit} />}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

/** How many responses are read differently, and the first of them with both readings. */
const ReadDifferently = ({ audit }: { readonly audit: RunAudit }) => (
  <Disclosure>
    <Heading level={3} className="audit-head">
      <Button slot="trigger" className="text-button">
        {counted(audit.differences, "response")}
      </Button>
    </Heading>
    <DisclosurePanel>
      <ul className="audit-cases small">
        {audit.disagreements.map(({ question, response, original, other }) => (
          <li key={question.id}>
            <span className="faint name">{question.key}</span>{" "}
            <span className="soft">
              {original.answer ?? "nothing"} here, {other.answer ?? "nothing"} there
            </span>
            <pre className="response name">{excerpt(response)}</pre>
          </li>
        ))}
      </ul>
    </DisclosurePanel>
  </Disclosure>
);

/** How much of a response is shown, in characters: answers are mostly at the end. */
const EXCERPT = 400;

const excerpt = (response: string | null): string =>
  response === null || response.length <= EXCERPT ? (response ?? "") : `… ${response.slice(-EXCERPT)}`;

/** `+1.2`, `−3.4`, `0.0` */
function signed(difference: number): string {
  const points = (100 * Math.abs(difference)).toFixed(1);
  if (Number(points) === 0) return points;
  return `${difference < 0 ? "−" : "+"}${points}`;
}
