import { proxy } from "comlink";
import { useEffect, useRef, useState } from "react";
import { type ReaderReport, unsendable, unusableRows } from "../../../formats/join/reader-report.ts";
import type { Benchmark, Modality, SubmitProgress, Visibility } from "../../../sdk/index.ts";
import type { RepetitionMean } from "../../../submitting/run-standing.ts";
import { apiKey, endSignIn } from "../../data/api-key.ts";
import { failureText, queryClient } from "../../data/query-client.ts";
import type { ListedRun, SentOne } from "../../readers/several-runs.ts";
import { EMPTY_DRAFT, filledDraft, runFieldsOf } from "./submission-draft.ts";
import { connection, isRefusal, type RunningReader } from "./use-submission.ts";

/** What became of a run: each part is absent until it is known. */
interface Progress {
  /** The benchmark that `read` and `fault` are of. */
  readonly checkedFor?: string;
  readonly read?: ReaderReport | undefined;
  readonly fault?: string | undefined;
  readonly sent?: SentOne;
  /** The model as typed. */
  readonly model?: string;
  /** Whether the user ticked the run. */
  readonly isPicked?: boolean;
}

/** A run of the table. */
export interface RunRow {
  readonly index: number;
  readonly listed: ListedRun;
  readonly benchmark: string;
  readonly model: string;
  readonly inputs: readonly Modality[];
  readonly read: ReaderReport | null;
  /** Why it cannot be submitted, or what is missing; null if it can be. */
  readonly problem: string | null;
  /** That rows cannot be used, if the others can be submitted; null if all can. */
  readonly unusable: string | null;
  readonly isPicked: boolean;
  readonly sent: SentOne | null;
}

/** The run that is being sent. */
export interface Sending {
  readonly file: string;
  /** From 1. */
  readonly number: number;
  readonly of: number;
  readonly progress: SubmitProgress | null;
}

export interface SeveralRunsProps {
  readonly runs: readonly ListedRun[];
  /** The slug that is chosen for all runs; empty if each file says its own. */
  readonly benchmark: string;
  readonly benchmarks: readonly Benchmark[];
  readonly reader: () => RunningReader;
  readonly onBusy: (isBusy: boolean) => void;
}

/** The table of several runs, and what sends those that are ticked, one after the other. */
export function useSeveralRuns({ runs, benchmark, benchmarks, reader, onBusy }: SeveralRunsProps) {
  const [known, setKnown] = useState<readonly Progress[]>(() => runs.map(() => ({})));
  const [inputs, setInputs] = useState<readonly Modality[]>([]);
  const [visibility, setVisibility] = useState<Visibility>("PRIVATE");
  const [sending, setSending] = useState<Sending | null>(null);
  const [means, setMeans] = useState<readonly RepetitionMean[]>([]);
  const isStopped = useRef(false);
  const patch = (index: number, change: Progress): void =>
    setKnown((before) => before.map((one, at) => (at === index ? { ...one, ...change } : one)));

  const slugs = benchmarks.filter(({ questionCount }) => questionCount > 0).map(({ slug }) => slug);
  const benchmarkOf = ({ header }: ListedRun): string => benchmark || (header.benchmark ?? "");
  const askedOf = (listed: ListedRun): string => {
    const slug = benchmarkOf(listed);
    return listed.problem === null && slugs.includes(slug) ? slug : "";
  };
  const asked = JSON.stringify(runs.map(askedOf));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are read again when a run is of another benchmark
  useEffect(() => {
    let isGone = false;
    const check = async (index: number, slug: string): Promise<void> => {
      if (isGone || slug === "") return;
      patch(index, { checkedFor: slug, read: undefined, fault: undefined });
      const own = reader();
      try {
        const read = await own.wait(own.reader.checkOne(index, slug, connection()));
        if (!isGone) patch(index, { read });
      } catch (error) {
        if (!isGone) patch(index, { fault: failureText(error) });
      }
    };
    void (async () => {
      for (const [index, slug] of (JSON.parse(asked) as readonly string[]).entries()) await check(index, slug);
    })();
    return () => {
      isGone = true;
    };
  }, [asked]);

  const rows = runs.map((listed, index): RunRow => {
    const { checkedFor, sent = null, model = listed.header.model ?? "", isPicked, ...found } = known[index] ?? {};
    const given = inputs.length > 0 ? inputs : (listed.header.inputs ?? []);
    const slug = benchmarkOf(listed);
    // The rows after the one that is being read still have the report of the benchmark that was chosen before.
    const { read = null, fault } = checkedFor === slug ? found : {};
    const problem =
      listed.problem ??
      unknownBenchmark(slug, slugs) ??
      fault ??
      (read && unsendable(read)) ??
      missingField(model, given);
    const unusable = read && unusableRows(read);
    const isReady = problem === null && read !== null && sent === null;
    return {
      index,
      listed,
      benchmark: slug,
      model,
      inputs: given,
      read,
      problem,
      unusable,
      isPicked: isReady && (isPicked ?? unusable === null),
      sent,
    };
  });

  const picked = rows.filter((row) => row.isPicked);

  async function sendOne(row: RunRow): Promise<void> {
    const own = reader();
    const key = apiKey();
    const draft = { ...EMPTY_DRAFT, benchmark: row.benchmark, model: row.model, inputs: row.inputs, visibility };
    const fields = runFieldsOf(filledDraft(draft, row.listed.header, slugs));
    const onProgress = proxy((progress: SubmitProgress) => setSending((before) => before && { ...before, progress }));
    try {
      patch(row.index, { sent: await own.wait(own.reader.sendOne(row.index, fields, connection(), onProgress)) });
    } catch (error) {
      if (isRefusal(error)) endSignIn(key);
      patch(row.index, { fault: failureText(error) });
    }
  }

  return {
    rows,
    picked,
    inputs,
    visibility,
    sending,
    means,
    setInputs,
    setVisibility,
    setModel: (index: number, model: string) => patch(index, { model }),
    setPicked: (index: number, isPicked: boolean) => patch(index, { isPicked, fault: undefined }),
    async send(): Promise<void> {
      isStopped.current = false;
      onBusy(true);
      for (const [at, row] of picked.entries()) {
        if (isStopped.current) break;
        setSending({ file: row.listed.file, number: at + 1, of: picked.length, progress: null });
        await sendOne(row);
      }
      const own = reader();
      setMeans(await own.wait(own.reader.means(connection())).catch(() => []));
      setSending(null);
      onBusy(false);
      void queryClient.invalidateQueries();
    },
    /** Leaves the runs after the present one unsent. */
    stop(): void {
      isStopped.current = true;
    },
  };
}

const unknownBenchmark = (slug: string, known: readonly string[]): string | null =>
  slug === ""
    ? "The file does not say which benchmark it answers. Choose it above."
    : known.includes(slug)
      ? null
      : `This server has no questions of ${slug}.`;

function missingField(model: string, inputs: readonly Modality[]): string | null {
  if (model.trim() === "") return "Enter the model's name.";
  return inputs.length === 0 ? "Tick what the model was given." : null;
}
