import { Button } from "react-aria-components";
import { counted } from "../../../domain/counted.ts";
import type { RunAudit, Score } from "../../../sdk/index.ts";
import { count, scoreText, signedPoints } from "../../data/figures-text.ts";
import { failureText } from "../../data/query-client.ts";
import type { Audits } from "./use-audits.ts";

/**
 * What other harnesses would have scored on the same responses. The audit starts only on request, because it reads every
 * response again.
 */
export function AuditSummary({ audits, score }: { readonly audits: Audits; readonly score: Score }) {
  const { isAsked, ask, extractors, done, isStopped, stop, resume, error } = audits;
  const readings = audits.audits
    .flatMap(({ data }, place) => readingOf(extractors[place]?.name ?? "", data))
    .filter(({ name }) => name !== OWN);
  return (
    <div className="audit-summary small">
      {!isAsked && (
        <p className="row">
          <span className="soft">Other harnesses read the same responses differently.</span>
          <Button className="button no-print" onPress={ask}>
            Show what they would score
          </Button>
        </p>
      )}
      {readings.length > 0 && <Readings readings={readings} score={score} />}
      {isAsked && error !== null && <p className="field-error">{failureText(error)}</p>}
      {isAsked && done < extractors.length && (
        <p className="row no-print">
          <span role="status" className="soft">
            {isStopped ? "Stopped after" : "Read by"} {done} of {counted(extractors.length, "extractor")}
            {isStopped ? "." : " …"}
          </span>
          <Button className="text-button" onPress={isStopped ? resume : stop}>
            {isStopped ? "Go on" : "Stop"}
          </Button>
        </p>
      )}
    </div>
  );
}

/** Omnidex's own extractor, which the summary leaves out. */
const OWN = "omnidex";

interface Reading {
  readonly name: string;
  readonly score: Score;
  readonly difference: number | null;
  readonly differences: number;
}

const readingOf = (name: string, audit: RunAudit | null | undefined): readonly Reading[] =>
  audit?.score == null
    ? []
    : [{ name, score: audit.score, difference: audit.difference, differences: audit.differences }];

/** The range of the scores, and the readings at its ends. */
function Readings({ readings, score }: { readonly readings: readonly Reading[]; readonly score: Score }) {
  const sorted = readings.toSorted((a, b) => a.score.value - b.score.value);
  const [lowest, highest] = [sorted[0], sorted.at(-1)];
  if (lowest === undefined || highest === undefined) return null;
  const same = readings.filter(({ differences }) => differences === 0).length;
  return (
    <>
      <p>
        <strong>
          {scoreText(lowest.score)} to {scoreText(highest.score)} %
        </strong>{" "}
        as {counted(readings.length, "extractor")} of official scripts and other harnesses read the same responses;{" "}
        {same === 0 ? "none" : count(same)} of them read every response as here.{" "}
        <a href="#audit" className="no-print">
          Each reading
        </a>
      </p>
      <svg className="audit-strip" aria-hidden="true">
        {readings.map(({ name, score: { value } }) => (
          <line key={name} x1={`${100 * value}%`} x2={`${100 * value}%`} y1="0" y2="100%" />
        ))}
        <circle cx={`${100 * score.value}%`} cy="50%" r="4" />
      </svg>
      <p className="soft">
        Lowest: {endText(lowest)}. Highest: {endText(highest)}.
      </p>
    </>
  );
}

const endText = ({ name, score, difference }: Reading): string =>
  difference === null || difference === 0 ? name : `${name}, ${signedPoints(difference, score.standardError)} points`;
