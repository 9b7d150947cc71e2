import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Button } from "react-aria-components";
import { COARSE_SCORES } from "../../../domain/coarse-scores.ts";
import { errorBehind, intervalText, percent, scoreText, signedPoints } from "../../../domain/figures-text.ts";
import { counted } from "../../../domain/texts.ts";
import type { QuestionFilter, Run, RunAudit, RunCounts, Score } from "../../../sdk/index.ts";
import { Skeletons } from "../../components/waiting.tsx";
import { count } from "../../data/figures-text.ts";
import { failureText } from "../../data/query-client.ts";
import { IntervalPlot, ShareAxis } from "../../figures/interval-plot.tsx";
import { shareScale } from "../../figures/scale.ts";
import { type BarPart, ShareBar } from "../../figures/share-bar.tsx";
import { ViewFailure } from "../../shell/view-states.tsx";
import { runFiguresQuery } from "./run-page-queries.ts";
import type { Audits } from "./use-audits.ts";

/**
 * What other harnesses would have scored on the same responses. The audit starts only on request, because it reads every
 * response again.
 */
function AuditSummary({ audits, score }: { readonly audits: Audits; readonly score: Score }) {
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

const WHOLE = shareScale([0, 1]);

interface ScoreCardProps {
  readonly run: Run;
  readonly filter: QuestionFilter;
  /** What other extractors read; null if this would reveal hidden answers. */
  readonly audits: Audits | null;
}

/** The score with its standard error, and an explanation of every denominator. */
export function ScoreCard({ run, filter, audits }: ScoreCardProps) {
  const { data, error, refetch } = useQuery({ ...runFiguresQuery(run, filter), placeholderData: keepPreviousData });
  if (error !== null && data === undefined) return <ViewFailure error={error} reset={() => void refetch()} />;
  if (data === undefined) return <Skeletons count={1} height="9rem" />;
  const { score, counts } = data;
  if (score === null) return <p className="card">There is no score over this slice.</p>;
  return (
    <section className="card score-card" aria-label="Score">
      <div className="score-figure">
        <p className="score-value">
          {scoreText(score)} <span className="faint score-unit">%</span>
        </p>
        <p className="soft small">
          95 % interval {intervalText(score)} · n = {count(score.n)}
        </p>
        <div className="plot-cell score-plot">
          <IntervalPlot scale={WHOLE} value={score.value} interval={score.interval} chance={score.chance} />
        </div>
        <ShareAxis scale={WHOLE} chance={score.chance} />
      </div>
      <div className="stack">
        {counts !== null && (
          <ShareBar title={`The outcomes of ${counted(counts.total, "question")}`} parts={outcomeParts(counts)} />
        )}
        {score.coarse && <p className="notice small">{score.repeatsBest ? REPEATS : COARSE_SCORES}</p>}
        <dl className="score-facts small">
          {(score.coarse ? coarseFactsOf(score) : factsOf(score)).map(([term, text]) => (
            <div key={term}>
              <dt className="faint">{term}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
        {audits !== null && <AuditSummary audits={audits} score={score} />}
      </div>
    </section>
  );
}

const OUTCOME_PARTS = [
  ["correct", "correct", 3],
  ["partial", "partly right", 5],
  ["wrong", "wrong", 2],
  ["unparsed", "no answer read", 4],
  ["missing", "no prediction", 6],
  ["errored", "failed", 1],
  ["unscored", "cannot be scored here", 7],
] as const;

const outcomeParts = (counts: RunCounts): BarPart[] =>
  OUTCOME_PARTS.map(([key, label, colour]) => ({ key, label, colour, n: counts[key] })).filter(({ n }) => n > 0);

const factsOf = (score: Score): [term: string, text: string][] => [
  ["Score", `${amount(score.correct)} of ${counted(score.n, "question")}; missing and unread answers count as wrong`],
  [
    "Of the answered",
    score.valueAnswered === null ? "nothing was answered" : `${percent(score.valueAnswered, errorBehind(score))} %`,
  ],
  ["Standard error", `${(100 * score.standardError).toFixed(1)} points, ${clusters(score)}`],
  ["A random answer", score.chance === null ? "unknown" : `${percent(score.chance)} %`],
];

/** The clusters of a standard error: videos, and questions without a video. */
const clusters = ({ clusters: found, n }: Score): string =>
  found < n ? `clustered over ${counted(found, "video")}` : "no two questions share a video";

const REPEATS =
  "This is not the run's own score: the run did not clearly beat its owner's best run, so the score of the best run is shown again. This benchmark keeps its answers secret.";

const coarseFactsOf = (score: Score): [term: string, text: string][] =>
  factsOf(score).filter(([term]) => term === "Standard error" || term === "A random answer");

/** A sum of scores, which is a fraction if scores are graded. */
const amount = (sum: number): string => (Number.isInteger(sum) ? count(sum) : sum.toFixed(1));
