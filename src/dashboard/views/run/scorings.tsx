import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "react-aria-components";
import { intervalText, scoreText } from "../../../domain/figures-text.ts";
import { counted } from "../../../domain/texts.ts";
import type { Outcome, Run, ScoringOfRun } from "../../../sdk/index.ts";
import { count, date } from "../../data/figures-text.ts";
import type { RunNotesQuery } from "../../generated/operations.ts";
import { OUTCOME_TEXT } from "../../questions/model-response.tsx";
import { ViewFailure } from "../../shell/view-states.tsx";
import { MOST_CHANGES, runNotesQuery, scoringChangesQuery } from "./run-page-queries.ts";

interface ScoringChangesProps {
  readonly scoring: ScoringOfRun;
  /** The requested maximum number of changes. */
  readonly most: number;
}

/** The questions whose outcome or score differs between a scoring and the previous one. */
function ScoringChanges({ scoring, most }: ScoringChangesProps) {
  const { changes, changeCount, scoredAt } = scoring;
  return (
    <div className="table-frame">
      <table className="table">
        <caption className="figure-caption">
          What the scoring of {date(scoredAt)} judges differently from the one before it
          {changeCount !== null && changeCount > most && `: the first ${count(most)} of ${count(changeCount)}`}
        </caption>
        <thead>
          <tr>
            <th scope="col">Question</th>
            <th scope="col">Before</th>
            <th scope="col">Now</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ question, from, to }) => (
            <tr key={question.id}>
              <th scope="row" className="name">
                <Link to="/questions/$question" params={{ question: question.id }}>
                  {question.key}
                </Link>
              </th>
              <td>{OutcomeTag(from)}</td>
              <td>{OutcomeTag(to)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const OutcomeTag = (outcome: Outcome) => (
  <span className={`tag outcome-${outcome.toLowerCase()}`}>{OUTCOME_TEXT[outcome]}</span>
);

type Scoring = NonNullable<RunNotesQuery["run"]>["scorings"][number];

/** The scorings of the run over time. Renders nothing if there is only one. */
export function Scorings({ run: { id: run, benchmark } }: { readonly run: Run }) {
  const { data, error, refetch } = useQuery(runNotesQuery(run, benchmark.slug));
  const [opened, setOpened] = useState<number | null>(null);
  const detailed = useQuery({ ...scoringChangesQuery(run), enabled: opened !== null });
  if (error !== null) return <ViewFailure error={error} reset={() => void refetch()} />;
  const scorings = data?.scorings ?? [];
  if (scorings.length < 2) return null;
  const changed = detailed.data?.find(({ revision }) => revision === opened);
  return (
    <section className="stack" aria-labelledby="scorings">
      <h2 id="scorings">Scorings</h2>
      <div className="table-frame">
        <table className="table">
          <caption className="visually-hidden">The scorings of the run, oldest first, with 95 % intervals</caption>
          <thead>
            <tr>
              <th scope="col">Scored</th>
              <th scope="col">Extractor</th>
              <th scope="col">Answer key</th>
              <th scope="col" className="number">
                Score,&nbsp;% (95&nbsp;%)
              </th>
              <th scope="col" className="number" title="The number of questions">
                n
              </th>
              <th scope="col">Judged differently</th>
            </tr>
          </thead>
          <tbody>
            {scorings.map((scoring) => (
              <ScoringRow
                key={scoring.revision}
                scoring={scoring}
                isOpen={scoring.revision === opened}
                onOpen={(isOpen) => setOpened(isOpen ? scoring.revision : null)}
              />
            ))}
          </tbody>
        </table>
      </div>
      {opened !== null && detailed.error !== null && (
        <ViewFailure error={detailed.error} reset={() => void detailed.refetch()} />
      )}
      {opened !== null && detailed.isPending && (
        <p className="soft small" role="status">
          Loading the changes …
        </p>
      )}
      {changed !== undefined && <ScoringChanges scoring={changed} most={MOST_CHANGES} />}
    </section>
  );
}

interface ScoringRowProps {
  readonly scoring: Scoring;
  readonly isOpen: boolean;
  readonly onOpen: (isOpen: boolean) => void;
}

function ScoringRow({ scoring, isOpen, onOpen }: ScoringRowProps) {
  const { scoredAt, extractor, extractorVersion, judge, keyRevision, reason, score, changeCount } = scoring;
  return (
    <tr>
      <th scope="row">{date(scoredAt)}</th>
      <td>
        {extractor} {extractorVersion}
        {judge !== null && `, judge ${judge}`}
      </td>
      <td>
        revision {keyRevision} {reason !== null && <span className="faint small name block">{reason}</span>}
      </td>
      <td className="number">
        {score === null ? "–" : <strong>{scoreText(score)}</strong>}
        {score !== null && <span className="faint small block">{intervalText(score)}</span>}
      </td>
      <td className="number soft">{score === null ? "–" : count(score.n)}</td>
      <td>
        {changeCount === 0 && scoring.revision > 1 && "none"}
        {changeCount !== null && changeCount > 0 && (
          <Button className="text-button" aria-expanded={isOpen} onPress={() => onOpen(!isOpen)}>
            {counted(changeCount, "question")}
          </Button>
        )}
      </td>
    </tr>
  );
}
