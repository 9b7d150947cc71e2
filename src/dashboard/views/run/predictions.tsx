import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { Button } from "react-aria-components";
import { RESPONSES_WITHHELD } from "../../../domain/coarse-scores.ts";
import { counted } from "../../../domain/texts.ts";
import type { PlainPrediction } from "../../../formats/omnidex/plain-runs.ts";
import type { PredictionFilter, QuestionFilter, Run } from "../../../sdk/index.ts";
import { Segments } from "../../components/choices.tsx";
import { download } from "../../components/download.ts";
import { MorePages } from "../../components/list-end.tsx";
import { Skeletons } from "../../components/waiting.tsx";
import { WordsField } from "../../components/words-field.tsx";
import { useApiKey } from "../../data/api-key.ts";
import { count } from "../../data/figures-text.ts";
import { viewerQuery } from "../../data/queries.ts";
import { failureText, omnidex } from "../../data/query-client.ts";
import { PredictionRowsDocument } from "../../generated/operations.ts";
import { ViewFailure } from "../../shell/view-states.tsx";
import { isEmpty } from "../../slices/filter-edit.ts";
import type { Labelling } from "./error-labels.tsx";
import { useErrorTypeName } from "./error-types.tsx";
import { PredictionTable } from "./prediction-table.tsx";
import { predictionFilter, predictionsQuery, runFiguresQuery } from "./run-page-queries.ts";
import type { RunSearch } from "./run-search.ts";
import { useStepping } from "./use-stepping.ts";

/** The predictions of one request. */
const PAGE = 500;

interface FilteredFilesProps {
  readonly run: string;
  readonly total: number;
  readonly filter: PredictionFilter;
}

/** Downloads the listed predictions, with the rows that the server's files of the whole run have. */
function FilteredFiles({ run, total, filter }: FilteredFilesProps) {
  const [done, setDone] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (format: "ndjson" | "csv"): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setFailure(null);
    setDone(0);
    try {
      const { csvRows, omnidexRows } = await import("../../../formats/omnidex/plain-runs.ts");
      const write = format === "csv" ? csvRows : omnidexRows;
      const parts: BlobPart[] = [];
      for await (const part of write(null, pieces(run, filter, controller.signal, setDone)))
        parts.push(part as BlobPart);
      const type = format === "csv" ? "text/csv" : "application/x-ndjson";
      download(`${run}.filtered.${format}`, new Blob(parts, { type }));
    } catch (error) {
      if (!controller.signal.aborted) setFailure(failureText(error));
    }
    setDone(null);
  };
  if (done !== null)
    return (
      <>
        <span role="status">
          {count(done)} of {count(total)}
        </span>
        <Button className="text-button" onPress={() => running.current?.abort()}>
          Stop
        </Button>
      </>
    );
  return (
    <>
      {(["ndjson", "csv"] as const).map((format) => (
        <Button key={format} className="text-button" onPress={() => void start(format)}>
          {format}
        </Button>
      ))}
      {failure !== null && <span className="field-error">{failure}</span>}
    </>
  );
}

/** The predictions page by page. `onDone` is called with the number fetched so far. */
async function* pieces(
  run: string,
  filter: PredictionFilter,
  signal: AbortSignal,
  onDone: (done: number) => void,
): AsyncGenerator<readonly PlainPrediction[]> {
  let done = 0;
  for (let after: string | null = null; ; ) {
    const variables: { run: string; filter: PredictionFilter; first: number; after: string | null } = {
      ...{ run, filter, after },
      first: PAGE,
    };
    const answer = await omnidex().query(PredictionRowsDocument, variables, { signal });
    const page = answer.run?.predictions;
    if (page == null) return;
    yield page.nodes.map(({ question, extraction, ...rest }) => ({
      ...rest,
      key: question.key,
      extracted: extraction?.answer ?? null,
      rule: extraction?.rule ?? "",
    }));
    done += page.nodes.length;
    onDone(done);
    if (!page.pageInfo.hasNextPage) return;
    after = page.pageInfo.endCursor;
  }
}

// Loaded when the first prediction is opened, so that it does not delay the first view.
const PredictionPanel = lazy(async () => ({ default: (await import("./prediction-panel.tsx")).PredictionPanel }));

const OUTCOMES = [
  { id: "ALL", label: "All" },
  { id: "CORRECT", label: "Correct" },
  { id: "PARTIAL", label: "Partly right" },
  { id: "WRONG", label: "Wrong" },
  { id: "UNPARSED", label: "No answer read" },
  { id: "ERRORED", label: "Failed" },
] as const;

/** Adds a text condition to a slice, which may already have one. */
const withWords = (filter: QuestionFilter, words: string): QuestionFilter =>
  words === "" ? filter : { and: [filter, { text: words }] };

/** The part of the page's address that says which predictions are listed. */
export type Listed = Pick<RunSearch, "outcome" | "errorType" | "words" | "said">;

interface PredictionsProps {
  readonly run: Run;
  readonly filter: QuestionFilter;
  readonly search: Listed & Pick<RunSearch, "prediction">;
  /** Whether outcomes are hidden, because the release hides its answers. */
  readonly hidesOutcomes: boolean;
  readonly onChange: (listed: Listed) => void;
  /** Opens the prediction of a question beside the list; null closes it. */
  readonly onOpen: (key: string | null) => void;
}

const FILES = ["ndjson", "csv", "parquet"] as const;

/** What the model answered, question by question. */
export function Predictions({ run: shown, filter, search, hidesOutcomes, onChange, onOpen }: PredictionsProps) {
  const run = shown.id;
  const { outcome, errorType, words = "", said = "", prediction: open = null } = search;
  const change = (next: { readonly [K in keyof Listed]?: Listed[K] | undefined }): void =>
    onChange(listedFrom({ outcome, errorType, words, said, ...next }));
  const asked = { questions: withWords(filter, words), outcome, errorType, said };
  const query = useInfiniteQuery(predictionsQuery(run, asked));
  const labelling = useLabelling(shown, hidesOutcomes);
  const { data, error, refetch } = query;
  const total = data?.pages[0]?.totalCount;
  const isUnconditional = said === "" && words === "" && isEmpty(filter);
  const isWhole = isUnconditional && outcome === undefined && errorType === undefined;
  const mayBeWithheld = hidesOutcomes && total === 0;
  const predictions = useMemo(() => data?.pages.flatMap(({ nodes }) => nodes) ?? [], [data]);
  const stepping = useStepping({ predictions, total: total ?? 0, open, list: query, onOpen });
  return (
    <section className="stack" aria-labelledby="predictions">
      <div className="section-head">
        <h2 id="predictions">Predictions</h2>
        {!hidesOutcomes && (
          <div className="row">
            <Segments
              label="Outcome"
              choices={OUTCOMES}
              picked={outcome ?? "ALL"}
              onPick={(picked) => change({ outcome: picked === "ALL" ? undefined : picked })}
            />
            <ErrorTypePicker
              {...{ run: shown, filter, name: labelling.name }}
              picked={errorType}
              onPick={(picked) => change({ errorType: picked })}
            />
          </div>
        )}
      </div>
      <div className="prediction-search no-print">
        <WordsField
          label="Search the predictions' questions and options"
          words={words}
          onChange={(typed) => change({ words: typed })}
        />
        <WordsField
          label="Search the responses"
          placeholder="Part of a response, as written"
          maxLength={MOST_SEARCHED}
          words={said}
          onChange={(typed) => change({ said: typed })}
        />
      </div>
      {error !== null && data === undefined && <ViewFailure error={error} reset={() => void refetch()} />}
      {error === null && data === undefined && <Skeletons count={3} height="8rem" />}
      {total !== undefined && (
        <p className="soft small" role="status">
          {mayBeWithheld && isUnconditional ? RESPONSES_WITHHELD : counted(total, "prediction")}
        </p>
      )}
      {total !== undefined && total > 0 && (
        <div className="row small no-print">
          <span className="faint">{isWhole ? "All predictions as a file:" : "These predictions as a file:"}</span>
          {isWhole ? (
            <WholeFiles run={run} />
          ) : (
            <FilteredFiles run={run} total={total} filter={predictionFilter(asked)} />
          )}
        </div>
      )}
      {predictions.length > 0 && (
        <div className={open === null ? "prediction-split" : "prediction-split open"}>
          <div className="prediction-list stack">
            <PredictionTable
              predictions={predictions}
              open={open}
              errorTypeName={labelling.name}
              hidesOutcomes={hidesOutcomes}
            />
            <MorePages list={query} label="Show more" />
          </div>
          {open !== null && (
            <Suspense fallback={<Skeletons count={2} height="6rem" />}>
              <PredictionPanel {...{ run, said, labelling, stepping }} prediction={open} />
            </Suspense>
          )}
        </div>
      )}
    </section>
  );
}

const WholeFiles = ({ run }: { readonly run: string }) =>
  FILES.map((format) => (
    <a key={format} href={`/export/runs/${encodeURIComponent(run)}.${format}`} download>
      {format}
    </a>
  ));

interface ErrorTypePickerProps extends Pick<Labelling, "name"> {
  readonly run: Run;
  readonly filter: QuestionFilter;
  readonly picked: string | undefined;
  readonly onPick: (errorType: string | undefined) => void;
}

/** Picks the error type of the listed predictions. Renders nothing if no prediction has one. */
function ErrorTypePicker({ run, filter, name, picked, onPick }: ErrorTypePickerProps) {
  const { data } = useQuery(runFiguresQuery(run, filter));
  const found = (data?.errorTypes ?? []).map(({ errorType, predictions }) => ({
    id: errorType,
    label: `${name(errorType)} (${count(predictions)})`,
  }));
  const gone =
    picked !== undefined && !found.some(({ id }) => id === picked) ? [{ id: picked, label: name(picked) }] : [];
  const choices = [...found, ...gone];
  if (choices.length === 0) return null;
  return (
    <Segments
      label="Error type"
      choices={[{ id: ANY, label: "All error types" }, ...choices]}
      picked={picked ?? ANY}
      onPick={(id) => onPick(id === ANY ? undefined : id)}
    />
  );
}

const ANY = "";

/** The owner of a run is shown only to themselves and to administrators, so whoever sees it may label the run. */
function useLabelling(run: Run, isHidden: boolean): Labelling {
  const { owner, benchmark } = run;
  const { slug } = benchmark;
  const hasKey = useApiKey() !== null;
  const { data: viewer } = useQuery({ ...viewerQuery(hasKey), enabled: hasKey });
  const mayLabel = !isHidden && (owner !== null || viewer?.maintains.includes(slug) === true);
  return { benchmark: slug, name: useErrorTypeName(run), mayLabel };
}

/** The longest text that the API can search responses for, in characters. */
const MOST_SEARCHED = 200;

/** The parts of an address that are set. */
const listedFrom = ({
  outcome,
  errorType,
  words,
  said,
}: { readonly [K in keyof Listed]?: Listed[K] | undefined }): Listed => ({
  ...(outcome !== undefined && { outcome }),
  ...(errorType !== undefined && { errorType }),
  ...(words && { words }),
  ...(said && { said }),
});
