import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { Button } from "react-aria-components";
import { counted } from "../../../domain/counted.ts";
import { evidenceText, neededText, notCountedTexts } from "../../../formats/tables/run-counts.ts";
import type { ItemOrder, ItemPage, QuestionFilter } from "../../../sdk/index.ts";
import { Skeletons } from "../../components/skeletons.tsx";
import { StaleBlock } from "../../components/stale-block.tsx";
import { CopyMenu } from "../../copies/copy-menu.tsx";
import { textActions } from "../../copies/table-actions.ts";
import { EmptySlice } from "../../slices/empty-slice.tsx";
import { SliceFailure } from "../../slices/slice-failure.tsx";
import { itemPagesQuery } from "./item-queries.ts";
import { ItemTable } from "./item-table.tsx";
import { ITEM_COLUMNS, itemCells } from "./item-text.ts";

interface ItemsProps {
  /** The slug. */
  readonly benchmark: string;
  readonly filter: QuestionFilter;
  readonly order: ItemOrder;
  readonly onFilter: (filter: QuestionFilter) => void;
  readonly onOrder: (order: ItemOrder) => void;
}

/** The questions of a slice with their statistics. */
export function Items({ benchmark, filter, order, onFilter, onOrder }: ItemsProps) {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage, isPlaceholderData } = useInfiniteQuery({
    ...itemPagesQuery(benchmark, filter, order),
    placeholderData: keepPreviousData,
  });
  const items = useMemo(() => data?.pages.flatMap(({ nodes }) => nodes) ?? [], [data]);
  const first = data?.pages[0];
  if (error !== null && data === undefined)
    return <SliceFailure error={error} filter={filter} onFilter={onFilter} reset={() => void refetch()} />;
  if (first === undefined) return <Skeletons count={8} height="2.5rem" />;
  if (first.totalCount === 0) return <EmptySlice benchmark={benchmark} filter={filter} onFilter={onFilter} />;
  return (
    <StaleBlock isStale={isPlaceholderData} className="stack">
      <div className="section-head">
        <p className="soft small" role="status">
          {counted(first.totalCount, "question")} · {evidenceText(first.evidence)}
        </p>
        <CopyMenu groups={[{ title: "Table", actions: textActions(ITEM_COLUMNS, () => items.map(itemCells)) }]} />
      </div>
      {first.evidence.runs > 0 && (
        <p className="faint small">
          Each figure counts the runs that answered the question, even if the answer cannot be read; agreement is the
          share of pairs of runs that chose the same option, among those whose answer can be read. In a run's score, a
          missing answer counts as wrong. A dash stands for a figure without enough answers.
        </p>
      )}
      <Withheld page={first} />
      <ItemTable {...{ benchmark, items, order, onOrder }} runs={first.evidence.runs} />
      {hasNextPage && (
        <Button className="button" isPending={isFetchingNextPage} onPress={() => void fetchNextPage()}>
          {isFetchingNextPage ? "Loading …" : "Show more"}
        </Button>
      )}
    </StaleBlock>
  );
}

const LEFT_OUT: Readonly<Record<string, string>> = {
  SHARE: "All figures",
  BANDS: "Shares by ability",
  DISCRIMINATION: "Discriminations",
  MODEL: "Curves",
};

/** Lists the figures that need more runs, and the runs that are not counted. */
export function Withheld({ page }: { readonly page: Pick<ItemPage, "withheld" | "leftOut" | "uncounted"> }) {
  const texts = [
    ...page.withheld.map(({ figure, ...missing }) => neededText(LEFT_OUT[figure] ?? figure, missing)),
    ...notCountedTexts(page, "Not counted for curves"),
  ];
  if (texts.length === 0) return null;
  return (
    <ul className="notice small">
      {texts.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}
