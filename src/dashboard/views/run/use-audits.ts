import { type UseQueryResult, useQueries } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Extractor, QuestionFilter, RunAudit } from "../../../sdk/index.ts";
import { auditQuery } from "./run-queries.ts";

/** The audits of a run, one for each extractor. They are computed one at a time. */
export interface Audits {
  /** One query for each extractor, in the order of the extractors. */
  readonly audits: readonly UseQueryResult<RunAudit | null>[];
  /** How many audits have finished or failed. */
  readonly done: number;
  readonly isStopped: boolean;
  readonly stop: () => void;
  readonly resume: () => void;
}

/**
 * Audits a run with one extractor after the other. Each audit reads all responses again, and the server allows only a
 * few audits at a time.
 */
export function useAudits(run: string, extractors: readonly Extractor[], filter: QuestionFilter): Audits {
  const [done, setDone] = useState(0);
  const [isStopped, setStopped] = useState(false);
  const audits = useQueries({
    queries: extractors.map(({ name }, place) => ({
      ...auditQuery(run, name, filter),
      // Stopping disables the audit in progress. Finished audits stay visible.
      enabled: place < done || (place === done && !isStopped),
      staleTime: Number.POSITIVE_INFINITY,
    })),
  });
  const isSettled = audits[done]?.isPending === false;
  useEffect(() => {
    if (isSettled) setDone(done + 1);
  }, [isSettled, done]);
  return { audits, done, isStopped, stop: () => setStopped(true), resume: () => setStopped(false) };
}
