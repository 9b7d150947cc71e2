import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { counted } from "../../../domain/counted.ts";
import type { QuestionFilter } from "../../../sdk/index.ts";
import { MorePages } from "../../components/more-pages.tsx";
import { Segments } from "../../components/segments.tsx";
import { Skeletons } from "../../components/skeletons.tsx";
import { StaleBlock } from "../../components/stale-block.tsx";
import { benchmarksQuery } from "../../data/queries.ts";
import { useTitle } from "../../shell/use-title.ts";
import { EmptySlice } from "../../slices/empty-slice.tsx";
import { isEmpty } from "../../slices/filter-edit.ts";
import { within } from "../../slices/slice-facets.ts";
import { SliceFailure } from "../../slices/slice-failure.tsx";
import { SlicedLayout } from "../../slices/sliced-layout.tsx";
import { BenchmarkPicker } from "./benchmark-picker.tsx";
import { QuestionItem } from "./question-item.tsx";
import { questionPagesQuery } from "./question-queries.ts";
import { QuestionTable } from "./question-table.tsx";
import { SliceExport } from "./slice-export.tsx";

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
