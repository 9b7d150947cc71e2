import { type UseQueryResult, useQueries, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Extractor, QuestionFilter, RunAudit } from "../../../sdk/index.ts";
import { auditQuery, extractorsQuery } from "./run-page-queries.ts";

/** The audits of a run, one for each extractor. They are computed one at a time, once the reader has asked for them. */
export interface Audits {
  readonly isAsked: boolean;
  readonly ask: () => void;
  readonly extractors: readonly Extractor[];
  /** One query for each extractor, in the order of the extractors. */
  readonly audits: readonly UseQueryResult<RunAudit | null>[];
  /** Why the extractors could not be fetched; null otherwise. */
  readonly error: Error | null;
  /** How many audits have finished or failed. */
  readonly done: number;
  readonly isStopped: boolean;
  readonly stop: () => void;
  readonly resume: () => void;
}

/** The runs and slices whose audits were asked for. Their results are shown at once when the reader comes back. */
const asked = new Set<string>();

/**
 * Audits a run with one extractor after the other. Each audit reads all responses again, and the server allows only a
 * few audits at a time.
 */
export function useAudits(run: string, filter: QuestionFilter): Audits {
  const key = JSON.stringify([run, filter]);
  const [state, setState] = useState({ key, done: 0, isStopped: false });
  // Another slice starts anew.
  const { done, isStopped } = state.key === key ? state : { done: 0, isStopped: false };
  const change = (next: { readonly done?: number; readonly isStopped?: boolean }): void =>
    setState({ key, done, isStopped, ...next });
  const isAsked = asked.has(key);
  const { data: extractors = [], error } = useQuery({ ...extractorsQuery, enabled: isAsked });
  const audits = useQueries({
    queries: extractors.map(({ name }, place) => ({
      ...auditQuery(run, name, filter),
      // Stopping disables the audit in progress. Finished audits stay visible.
      enabled: isAsked && (place < done || (place === done && !isStopped)),
    })),
  });
  const isSettled = isAsked && audits[done]?.isPending === false;
  useEffect(() => {
    if (isSettled) setState({ key, done: done + 1, isStopped });
  }, [isSettled, key, done, isStopped]);
  return {
    isAsked,
    ask: () => {
      asked.add(key);
      change({ done: 0 });
    },
    extractors,
    audits,
    error,
    done,
    isStopped,
    stop: () => change({ isStopped: true }),
    resume: () => change({ isStopped: false }),
  };
}
