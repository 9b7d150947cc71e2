import { type UseQueryResult, useQueries } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Extractor, QuestionFilter, RunAudit } from "../../../sdk/index.ts";
import { auditQuery } from "./run-queries.ts";

/** The audits of a run by each extractor, of which one is computed at a time. */
export interface Audits {
  /** In the order of the extractors. */
  readonly audits: readonly UseQueryResult<RunAudit | null>[];
  /** How many are there, or have failed. */
  readonly done: number;
  readonly isStopped: boolean;
  readonly stop: () => void;
  readonly resume: () => void;
}

/**
 * Audits a run with one extractor after the other. The server reads all responses again for each, and lets few audits go on at a
 * time.
 */
export function useAudits(run: string, extractors: readonly Extractor[], filter: QuestionFilter): Audits {
  const [done, setDone] = useState(0);
  const [isStopped, setStopped] = useState(false);
  const audits = useQueries({
    queries: extractors.map(({ name }, place) => ({
      ...auditQuery(run, name, filter),
      // A stopped audit is not enabled, but what is known stays.
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
