import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { memo, useCallback, useMemo, useRef } from "react";
import { sourcedLevel } from "../../../domain/averages-text.ts";
import { counted } from "../../../domain/texts.ts";
import type { Benchmark, QuestionFilter } from "../../../sdk/index.ts";
import { Segments } from "../../components/choices.tsx";
import { DrawnNote, MorePages, SpaceRow } from "../../components/list-end.tsx";
import { Picker } from "../../components/picker.tsx";
import { useShownRows } from "../../components/use-shown-rows.ts";
import { Skeletons, StaleBlock } from "../../components/waiting.tsx";
import { benchmarksQuery } from "../../data/queries.ts";
import { shortTitle } from "../../data/titles.ts";
import { clock, SyntheticTag } from "../../questions/question-card.tsx";
import { useTitle } from "../../shell/view-states.tsx";
import { isEmpty } from "../../slices/filter-edit.ts";
import { within } from "../../slices/slice-facets.ts";
import { EmptySlice, SliceFailure } from "../../slices/slice-failure.tsx";
import { SlicedLayout } from "../../slices/sliced-layout.tsx";
import { QuestionItem, RESULTS_RULE, Results, resultsText } from "./question-item.tsx";
import { type ListedQuestion, questionPagesQuery } from "./question-queries.ts";
import { SliceExport } from "./slice-export.tsx";

interface QuestionTableProps {
  readonly questions: readonly ListedQuestion[];
  readonly showsBenchmark: boolean;
}

/** The estimated height of a row in pixels, used until the row has been drawn. */
const ROW_HEIGHT = 64;

/** The questions, one line each. */
function QuestionTable({ questions, showsBenchmark }: QuestionTableProps) {
  const body = useRef<HTMLTableSectionElement>(null);
  const rows = useMemo(() => questions.map((question) => ({ key: question.id, question })), [questions]);
  const { shown, before, after, measure } = useShownRows(body, rows, ROW_HEIGHT);
  return (
    <div className="table-frame">
      <DrawnNote rows={questions.length} instead="search" />
      <table className="table question-table" aria-rowcount={questions.length + 1}>
        <caption className="visually-hidden">Questions of the slice</caption>
        <thead>
          <tr>
            <th scope="col">Question</th>
            <th scope="col" className="wide-only">
              Task
            </th>
            <th scope="col" className="wide-only">
              Audio
            </th>
            <th scope="col" className="number">
              Duration
            </th>
            <th scope="col" title={RESULTS_RULE}>
              Runs right
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {before > 0 && <SpaceRow height={before} columns={3} />}
          {shown.map(({ row: { question }, place }) => (
            <Row
              key={question.id}
              question={question}
              showsBenchmark={showsBenchmark}
              place={place}
              measure={measure}
            />
          ))}
          {after > 0 && <SpaceRow height={after} columns={3} />}
        </tbody>
      </table>
    </div>
  );
}

interface RowProps {
  readonly question: ListedQuestion;
  readonly showsBenchmark: boolean;
  /** The row's index among all rows, from 0. */
  readonly place: number;
  readonly measure: (element: HTMLElement | null) => void;
}

const Row = memo(function Row({ question, showsBenchmark, place, measure }: RowProps) {
  const { id, key, text, task, level, audioTypes, video, benchmark, results } = question;
  return (
    <tr ref={measure} data-index={place} aria-rowindex={place + 2}>
      <th scope="row" className="clamp">
        <Link to="/questions/$question" params={{ question: id }} className="plain-link name clamp-text">
          {text}
        </Link>
        <span className="faint small block name">
          {showsBenchmark && `${shortTitle(benchmark.title)} · `}
          {key} {benchmark.synthetic && <SyntheticTag />}
        </span>
      </th>
      <td className="wide-only small name">
        {task.name} <span className="faint block">{sourcedLevel(level, task.levelSource, benchmark.synthetic)}</span>
      </td>
      <td className="wide-only small">{audioTypes.map(({ type }) => type.toLowerCase()).join(", ")}</td>
      <td className="number soft">
        {video?.durationSeconds == null ? (
          <span title="The benchmark does not state a duration">–</span>
        ) : (
          clock(video.durationSeconds)
        )}
      </td>
      <td>
        {resultsText(results) === null ? (
          <span className="faint" title={results === null ? "The answers are kept secret" : "No run is counted yet"}>
            –
          </span>
        ) : (
          <Results results={results} isShort />
        )}
      </td>
    </tr>
  );
});

const ALL = "*";

interface BenchmarkPickerProps {
  readonly benchmarks: readonly Benchmark[];
  /** A slug; null for all benchmarks. */
  readonly picked: string | null;
  readonly onPick: (slug: string | null) => void;
}

/** All benchmarks, or one. */
function BenchmarkPicker({ benchmarks, picked, onPick }: BenchmarkPickerProps) {
  const offered = benchmarks.filter(({ questionCount, slug }) => questionCount > 0 || slug === picked);
  // The picked benchmark is offered even if it does not exist, or if the benchmarks have not been fetched yet.
  const unknown = picked === null || offered.some(({ slug }) => slug === picked) ? [] : [{ id: picked, label: picked }];
  return (
    <Picker
      label="Benchmark"
      choices={[
        { id: ALL, label: "All benchmarks" },
        ...offered.map(({ slug, title }) => ({ id: slug, label: shortTitle(title) })),
        ...unknown,
      ]}
      picked={picked ?? ALL}
      onPick={(id) => onPick(id === ALL ? null : id)}
    />
  );
}

const route = getRouteApi("/questions");
const NO_CONDITION: QuestionFilter = {};
const LAYOUTS = [
  { id: "cards", label: "Cards" },
  { id: "table", label: "Table" },
] as const;

/** The questions of any slice, with their answers if the viewer may see them. */
export function QuestionsView() {
  const { benchmark = null, filter = NO_CONDITION, show } = route.useSearch();
  const navigate = route.useNavigate();
  useTitle("Questions");
  const { data: benchmarks = [] } = useQuery(benchmarksQuery);
  const condition = within(benchmark, filter);
  const pages = useInfiniteQuery({
    ...questionPagesQuery(condition, show ?? "cards"),
    placeholderData: keepPreviousData,
  });
  const setFilter = useCallback(
    (next: QuestionFilter) =>
      void navigate({
        search: ({ filter: _, ...rest }) => (isEmpty(next) ? rest : { ...rest, filter: next }),
        resetScroll: false,
      }),
    [navigate],
  );
  const { data, error, refetch, isPlaceholderData } = pages;
  const listed = useMemo(() => data?.pages.flatMap(({ nodes }) => nodes) ?? [], [data]);
  const total = data?.pages[0]?.totalCount;
  return (
    <SlicedLayout
      head={
        <>
          <h1>Questions</h1>
          <BenchmarkPicker
            benchmarks={benchmarks}
            picked={benchmark}
            onPick={(slug) => void navigate({ search: slug === null ? {} : { benchmark: slug } })}
          />
        </>
      }
      benchmark={benchmark}
      filter={filter}
      onFilter={setFilter}
      isPlain={benchmarks.some(({ slug, release }) => slug === benchmark && release === null) && isEmpty(filter)}
    >
      <div className="section-head">
        <p className="soft small" role="status">
          {total === undefined ? (error === null ? "Counting …" : "") : counted(total, "question")}
        </p>
        <Segments
          label="Layout"
          choices={LAYOUTS}
          picked={show ?? "cards"}
          onPick={(layout) =>
            void navigate({
              search: ({ show: _, ...rest }) => (layout === "table" ? { ...rest, show: layout } : rest),
              resetScroll: false,
              replace: true,
            })
          }
        />
      </div>
      {total !== undefined && <SliceExport benchmark={benchmark} filter={condition} total={total} />}
      {error !== null && data === undefined && (
        <SliceFailure error={error} filter={filter} onFilter={setFilter} reset={() => void refetch()} />
      )}
      {error === null && data === undefined && <Skeletons count={4} height="9rem" />}
      {total === 0 && <EmptySlice benchmark={benchmark} filter={filter} onFilter={setFilter} />}
      {listed.length > 0 && (
        <StaleBlock isStale={isPlaceholderData}>
          {show === "table" ? (
            <QuestionTable questions={listed} showsBenchmark={benchmark === null} />
          ) : (
            <ul className="stack">
              {listed.map((question) => (
                <QuestionItem key={question.id} question={question} showsBenchmark={benchmark === null} />
              ))}
            </ul>
          )}
        </StaleBlock>
      )}
      {data !== undefined && <MorePages list={pages} label="Show more" />}
    </SlicedLayout>
  );
}
