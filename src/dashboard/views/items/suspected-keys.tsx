import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { lazy, Suspense, useState } from "react";
import { Button } from "react-aria-components";
import { percent } from "../../../domain/figures-text.ts";
import { counted } from "../../../domain/texts.ts";
import { evidenceText, neededText, notCountedTexts } from "../../../formats/tables/run-counts.ts";
import type { KeySuspect } from "../../../sdk/index.ts";
import { Switch } from "../../components/choices.tsx";
import { Skeletons } from "../../components/waiting.tsx";
import { useApiKey } from "../../data/api-key.ts";
import { imported } from "../../data/outage.ts";
import { viewerQuery } from "../../data/queries.ts";
import { ViewFailure } from "../../shell/view-states.tsx";
import { suspectsQuery } from "./items-page-queries.ts";

// Loaded on first use, because only maintainers review keys.
const KeyReviewForm = lazy(async () => ({
  default: (await imported(() => import("./key-review-form.tsx"))).KeyReviewForm,
}));

/** The answer keys that are probably wrong, with the decisions of maintainers. */
export function Keys({ benchmark }: { readonly benchmark: string }) {
  const [isReviewed, setReviewed] = useState(false);
  const mayReview = useMayReview(benchmark);
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    ...suspectsQuery(benchmark, isReviewed),
    placeholderData: keepPreviousData,
  });
  if (error !== null && data === undefined) return <ViewFailure error={error} reset={() => void refetch()} />;
  const first = data?.pages[0];
  if (first === undefined) return <Skeletons count={4} height="8rem" />;
  const suspects = data?.pages.flatMap(({ nodes }) => nodes) ?? [];
  return (
    <div className="stack">
      <div className="section-head">
        <p className="soft small" role="status">
          {counted(first.totalCount, "question")} {isReviewed ? "reviewed" : "to review"} ·{" "}
          {evidenceText(first.evidence)}
        </p>
        <Switch label="Reviewed questions" isSelected={isReviewed} onChange={setReviewed} />
      </div>
      {isReviewed && (
        <p className="small">
          <Link to="/benchmarks/$benchmark" params={{ benchmark }} search={{ filter: { keyAmbiguous: false } }}>
            Leaderboard without ambiguous keys
          </Link>
        </p>
      )}
      <p className="notice small">
        The strongest evidence first. A suspect is a reason to look: models share misconceptions, so the probability is
        an upper bound.
      </p>
      {first.withheld.map(({ figure, ...missing }) => (
        <p key={figure} className="notice small">
          {neededText("Suspected keys", missing)}
        </p>
      ))}
      {notCountedTexts(first).map((text) => (
        <p key={text} className="notice small">
          {text}
        </p>
      ))}
      <ol className="stack">
        {suspects.map((suspect) => (
          <Suspect key={suspect.question.id} benchmark={benchmark} suspect={suspect} mayReview={mayReview} />
        ))}
      </ol>
      {hasNextPage && (
        <Button className="button" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {isFetchingNextPage ? "Loading …" : "Show more"}
        </Button>
      )}
    </div>
  );
}

/** Whether the key of this tab is an administrator's or one of the benchmark's maintainers'. */
function useMayReview(benchmark: string): boolean {
  const hasKey = useApiKey() !== null;
  const { data: viewer } = useQuery({ ...viewerQuery(hasKey), enabled: hasKey });
  return viewer?.admin === true || viewer?.maintains.includes(benchmark) === true;
}

interface SuspectProps {
  readonly benchmark: string;
  readonly suspect: KeySuspect;
  readonly mayReview: boolean;
}

function Suspect({ benchmark, suspect, mayReview }: SuspectProps) {
  const { question, key, proposed, evidence, probability, proposedBy, keyChosenBy, answeredBy, review } = suspect;
  const [isOpen, setOpen] = useState(false);
  return (
    <li className="card stack tight">
      <h2 className="name key-question">{question.text}</h2>
      <p className="faint small name">{question.key}</p>
      <ul className="key-options">
        {question.options.map(({ label, text }) => (
          <li key={label} className="name">
            <strong>{label}</strong> {text}
            {label === key && <span className="tag">key: {evidenceText(keyChosenBy)}</span>}
            {label === proposed && <span className="tag warn">proposed: {evidenceText(proposedBy)}</span>}
          </li>
        ))}
      </ul>
      <p className="small">
        <span title="The natural logarithm of how much likelier the answers are if the proposed option is right">
          ln LR
        </span>{" "}
        {evidence.toFixed(1)}, probability at most {percent(probability)} %, from {evidenceText(answeredBy)} that chose
        an option.
      </p>
      {review !== null && (
        <p className="small name">
          <span className="tag">{review.verdict.toLowerCase()}</span> {review.reason}{" "}
          <span className="faint">{review.reviewer}</span>
        </p>
      )}
      <RankChanges changes={suspect.rankChanges} />
      {mayReview && !isOpen && (
        <Button className="button no-print" onPress={() => setOpen(true)}>
          Review the key of {question.key}
        </Button>
      )}
      {mayReview && isOpen && (
        <Suspense fallback={null}>
          <KeyReviewForm benchmark={benchmark} suspect={suspect} onDone={() => setOpen(false)} />
        </Suspense>
      )}
    </li>
  );
}

/** The runs whose rank would change if the proposed option became the answer key. */
function RankChanges({ changes }: { readonly changes: KeySuspect["rankChanges"] }) {
  if (changes.length === 0) return <p className="faint small">No rank would change.</p>;
  return (
    <div className="table-frame">
      <table className="table small">
        <caption className="visually-hidden">Ranks before and after the correction</caption>
        <thead>
          <tr>
            <th scope="col">Model</th>
            <th scope="col" className="number">
              Score, %
            </th>
            <th scope="col" className="number">
              Rank
            </th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ run, before, after, rankBefore, rankAfter }) => (
            <tr key={run.id}>
              <th scope="row" className="clamp">
                <Link to="/runs/$run" params={{ run: run.id }} className="plain-link name clamp-text">
                  {run.model.name}
                </Link>
              </th>
              <td className="number">
                {percent(before)} → {percent(after)}
              </td>
              <td className="number">
                {rankBefore} → {rankAfter}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
