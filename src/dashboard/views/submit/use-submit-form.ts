import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useCallback, useEffect, useRef, useState } from "react";
import type { Benchmark } from "../../../sdk/index.ts";
import { benchmarksQuery } from "../../data/queries.ts";
import { queryClient } from "../../data/query-client.ts";
import { forgetSubmission, type KeptSubmission, keptSubmission } from "./kept-submission.ts";
import { type Draft, draftFaults, EMPTY_DRAFT, filledDraft } from "./submission-draft.ts";
import { useSubmission } from "./use-submission.ts";

/**
 * The form with the steps of its submission.
 *
 * @param suggested the slug of the benchmark that is chosen at first, if it has questions
 */
export function useSubmitForm(suggested: string | undefined) {
  const steps = useSubmission();
  const navigate = useNavigate();
  const { data: benchmarks = NO_BENCHMARKS } = useQuery(benchmarksQuery);
  const [draft, setDraft] = useDraft();
  const [showsFaults, setShowsFaults] = useState(false);
  const [kept, setKept] = useKept();

  useEffect(() => {
    if (suggested === undefined || !withQuestions(benchmarks).includes(suggested)) return;
    setDraft((typed) => ({ ...typed, benchmark: typed.benchmark || suggested }));
  }, [suggested, benchmarks, setDraft]);

  /** @param isOneRun whether all files belong to one run */
  async function choose(files: readonly File[], isOneRun: boolean): Promise<Draft | null> {
    const opened = await steps.open(files, isOneRun);
    if (opened === null) return null;
    // Values that were typed while the file was being opened stay, too.
    const filled = setDraft((typed) => filledDraft(typed, opened.header, withQuestions(benchmarks)));
    if (filled.benchmark === "") return filled;
    return (await steps.check(filled.benchmark)) === null ? null : filled;
  }

  function change(fields: Partial<Draft>): void {
    setDraft((before) => ({ ...before, ...fields }));
    steps.invalidate();
    if (fields.benchmark !== undefined && steps.state.opened !== null) void steps.check(fields.benchmark);
  }

  async function send(of: Draft = draft): Promise<void> {
    const sent = await steps.send(of);
    if (sent === null) return;
    void queryClient.invalidateQueries();
    void navigate({ to: "/runs/$run", params: { run: sent.id } });
  }

  return {
    steps,
    draft,
    showsFaults,
    kept,
    change,
    choose,
    async validate(): Promise<void> {
      setShowsFaults(true);
      if (Object.keys(draftFaults(draft)).length === 0) await steps.validate(draft);
    },
    send,
    async resume(): Promise<void> {
      if (kept === null) return;
      setKept(null);
      setDraft(() => kept.draft);
      const filled = await choose(kept.files, true);
      if (filled !== null) await send(filled);
    },
    /** Stops the current step. A submission that was being sent can be resumed. */
    async cancel(): Promise<void> {
      steps.cancel();
      setKept(await keptSubmission());
    },
    discard(): void {
      setKept(null);
      void forgetSubmission();
    },
  };
}

const NO_BENCHMARKS: readonly Benchmark[] = [];

/** The slugs of the benchmarks that have questions. */
const withQuestions = (benchmarks: readonly Benchmark[]): readonly string[] =>
  benchmarks.filter(({ questionCount }) => questionCount > 0).map(({ slug }) => slug);

/** The submission that a reload interrupted. */
function useKept() {
  const [kept, setKept] = useState<KeptSubmission | null>(null);
  useEffect(() => {
    let isGone = false;
    void keptSubmission().then((found) => {
      if (!isGone) setKept(found);
    });
    return () => {
      isGone = true;
    };
  }, []);
  return [kept, setKept] as const;
}

/** The draft, and a setter that takes a function from the old draft to the new one. */
function useDraft() {
  const [draft, setDraft] = useState(EMPTY_DRAFT);
  const latest = useRef(draft);
  const change = useCallback((next: (before: Draft) => Draft): Draft => {
    latest.current = next(latest.current);
    setDraft(latest.current);
    return latest.current;
  }, []);
  return [draft, change] as const;
}
