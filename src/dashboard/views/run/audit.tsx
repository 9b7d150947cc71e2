import type { UseQueryResult } from "@tanstack/react-query";
import { Button, Disclosure, DisclosurePanel, Heading } from "react-aria-components";
import { errorBehind, intervalText, scoreText, signedPoints } from "../../../domain/figures-text.ts";
import { counted } from "../../../domain/texts.ts";
import type { Extractor, RunAudit } from "../../../sdk/index.ts";
import { count } from "../../data/figures-text.ts";
import { failureText } from "../../data/query-client.ts";
import type { Audits } from "./use-audits.ts";

/** How each extractor reads the responses. Shown once the audit was started in the score card. */
export function Audit({ audits: { extractors, audits } }: { readonly audits: Audits }) {
  if (extractors.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="audit">
      <h2 id="audit">As other harnesses read the responses</h2>
      <div className="table-frame">
        <table className="table">
          <caption className="visually-hidden">
            The scores of the run as each extractor reads its responses, with 95 % intervals
          </caption>
          <thead>
            <tr>
              <th scope="col">Extractor</th>
              <th scope="col" className="number">
                Score,&nbsp;% (95&nbsp;%)
              </th>
              <th scope="col" className="number" title="The number of questions">
                n
              </th>
              <th scope="col" className="number">
                Difference, points
              </th>
              <th scope="col">Read differently</th>
            </tr>
          </thead>
          <tbody>
            {extractors.map((extractor, place) => (
              <AuditRow key={extractor.name} extractor={extractor} audit={audits[place]} />
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

interface AuditRowProps {
  readonly extractor: Extractor;
  readonly audit: UseQueryResult<RunAudit | null> | undefined;
}

function AuditRow({ extractor: { name, version }, audit: query }: AuditRowProps) {
  const { data: audit, error = null, isFetching = false } = query ?? {};
  const score = audit?.score ?? null;
  return (
    <tr>
      <th scope="row">
        {name} <span className="faint small">{version}</span>
      </th>
      <td className="number">
        {score === null ? isFetching ? "…" : "–" : <strong>{scoreText(score)}</strong>}
        {score !== null && <span className="faint small block">{intervalText(score)}</span>}
      </td>
      <td className="number soft">{score === null ? "" : count(score.n)}</td>
      <td className="number">
        {audit?.difference != null && signedPoints(audit.difference, score && errorBehind(score))}
      </td>
      <td>
        {error !== null && <span className="field-error">{failureText(error)}</span>}
        {audit?.differences === 0 && "none"}
        {audit != null && audit.differences > 0 && <ReadDifferently audit={audit} />}
      </td>
    </tr>
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

/** How many characters at the end of a response are shown. Most answers are at the end. */
const EXCERPT = 400;

const excerpt = (response: string | null): string =>
  response === null || response.length <= EXCERPT ? (response ?? "") : `… ${response.slice(-EXCERPT)}`;
