import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useMemo, useState } from "react";
import { Button } from "react-aria-components";
import { datasheetRows } from "../../../domain/datasheet.ts";
import { counted } from "../../../domain/texts.ts";
import { evidenceText, neededText, notCountedTexts } from "../../../formats/tables/run-counts.ts";
import type { Item, ItemOrder, ItemPage, QuestionFilter } from "../../../sdk/index.ts";
import { Segments } from "../../components/choices.tsx";
import { NotImported } from "../../components/not-imported.tsx";
import { TitleHead } from "../../components/title-head.tsx";
import { Skeletons, StaleBlock } from "../../components/waiting.tsx";
import { textActions } from "../../copies/copy-action.ts";
import { CopyMenu } from "../../copies/copy-menu.tsx";
import { benchmarkQuery } from "../../data/queries.ts";
import { omnidex } from "../../data/query-client.ts";
import { shortTitle } from "../../data/titles.ts";
import { NothingHere, useTitle, ViewFailure } from "../../shell/view-states.tsx";
import { isEmpty } from "../../slices/filter-edit.ts";
import { EmptySlice, SliceFailure } from "../../slices/slice-failure.tsx";
import { SlicedLayout } from "../../slices/sliced-layout.tsx";
import { CurveFigure } from "./curve-figure.tsx";
import { Health } from "./health.tsx";
import { ItemTable } from "./item-table.tsx";
import { coefficient, ITEM_COLUMNS, itemCells, itemPagesQuery, itemQuery, range, share } from "./items-page-queries.ts";
import { type ItemsSearch, orderFrom, orderText, PARTS, type Part, without } from "./items-search.ts";
import { OptionsFigure } from "./options-figure.tsx";
import { Keys } from "./suspected-keys.tsx";

interface ItemsProps {
  /** The slug. */
  readonly benchmark: string;
  readonly filter: QuestionFilter;
  readonly order: ItemOrder;
  readonly onFilter: (filter: QuestionFilter) => void;
  readonly onOrder: (order: ItemOrder) => void;
}

/** The questions of a slice with their statistics. */
function Items({ benchmark, filter, order, onFilter, onOrder }: ItemsProps) {
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
        <CopyMenu
          groups={[
            {
              title: "Table",
              actions: textActions(() => ({
                columns: ITEM_COLUMNS,
                rows: items.map(itemCells),
                notes: [],
                source: "",
              })),
            },
          ]}
        />
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
function Withheld({ page }: { readonly page: Pick<ItemPage, "withheld" | "leftOut" | "uncounted"> }) {
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

interface ItemDetailProps {
  /** The slug. */
  readonly benchmark: string;
  /** The question's key. */
  readonly question: string;
  readonly onClose: () => void;
}

/** The statistics of one question, with its curve and the options that runs pick. */
function ItemDetail({ benchmark, question, onClose }: ItemDetailProps) {
  const { data: item, error, refetch } = useQuery(itemQuery(benchmark, question));
  return (
    <section className="card stack" aria-labelledby="item-detail">
      <div className="section-head">
        <h2 id="item-detail" className="name">
          {question}
        </h2>
        <Button className="button no-print" onPress={onClose}>
          Close
        </Button>
      </div>
      {error !== null && item === undefined && <ViewFailure error={error} reset={() => void refetch()} />}
      {error === null && item === undefined && <Skeletons count={2} height="8rem" />}
      {item === null && <p className="soft">The benchmark has no question with this key.</p>}
      {item != null && <Figures item={item} />}
    </section>
  );
}

function Figures({ item }: { readonly item: Item }) {
  const { question, evidence, model, options, shareByBand } = item;
  return (
    <>
      <p className="name">
        <Link to="/questions/$question" params={{ question: question.id }}>
          {question.text}
        </Link>
      </p>
      <dl className="item-facts small">
        <Fact name="Asked" value={evidenceText(evidence)} />
        <Fact name="Right" value={item.share === null ? "–" : `${share(item.share)} % (${range(item.interval)})`} />
        {shareByBand.length > 0 && (
          <Fact name="By third, weakest first" value={`${shareByBand.map(share).join(", ")} %`} />
        )}
        <Fact name="Discrimination" value={coefficient(item.discrimination)} />
        <Fact name="Two families agree" value={item.agreement === null ? "–" : `${share(item.agreement)} %`} />
      </dl>
      <div className="item-figures">
        {model != null && <CurveFigure model={model} />}
        {options.length > 0 && <OptionsFigure options={options} />}
      </div>
      {model == null && <p className="soft small">A curve needs 8 runs of 3 families that were asked the question.</p>}
    </>
  );
}

const Fact = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div>
    <dt className="faint">{name}</dt>
    <dd>{value}</dd>
  </div>
);

const route = getRouteApi("/items/$benchmark");
const NO_CONDITION: QuestionFilter = {};

/** What the answers of the runs reveal about a benchmark's questions. The address holds the whole state of the view. */
export function ItemsView() {
  const { benchmark: slug } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: benchmark, error, refetch } = useQuery(benchmarkQuery(slug));
  useTitle(`Item analysis of ${shortTitle(benchmark?.title ?? slug)}`);
  const setSearch = (next: ItemsSearch) => void navigate({ search: next, resetScroll: false, replace: true });
  if (error !== null && benchmark === undefined) return <ViewFailure error={error} reset={() => void refetch()} />;
  if (benchmark === null) return <NothingHere />;
  const head = (
    <Head
      slug={slug}
      title={benchmark?.title ?? slug}
      part={search.show ?? "questions"}
      onPart={(part) => setSearch(part === "questions" ? without(search, "show") : { ...search, show: part })}
    />
  );
  if (benchmark?.release === null)
    return (
      <div className="items stack">
        {head}
        <NotImported benchmark={slug} />
        {search.show === "health" && <DatasheetCard benchmark={slug} />}
      </div>
    );
  if (search.show !== undefined)
    return (
      <div className="items stack">
        {head}
        {search.show === "keys" ? <Keys benchmark={slug} /> : <Health benchmark={slug} />}
        {search.show === "health" && <DatasheetCard benchmark={slug} />}
      </div>
    );
  const { filter = NO_CONDITION, question } = search;
  const setFilter = (next: QuestionFilter) =>
    setSearch(isEmpty(next) ? without(search, "filter") : { ...search, filter: next });
  return (
    <SlicedLayout head={head} benchmark={slug} filter={filter} onFilter={setFilter}>
      {question !== undefined && (
        <ItemDetail
          key={question}
          benchmark={slug}
          question={question}
          onClose={() => setSearch(without(search, "question"))}
        />
      )}
      <Items
        benchmark={slug}
        filter={filter}
        order={orderFrom(search.sort)}
        onFilter={setFilter}
        onOrder={(order) => {
          const sort = orderText(order);
          setSearch(sort === null ? without(search, "sort") : { ...search, sort });
        }}
      />
    </SlicedLayout>
  );
}

interface HeadProps {
  readonly slug: string;
  readonly title: string;
  readonly part: Part;
  readonly onPart: (part: Part) => void;
}

const Head = ({ slug, title, part, onPart }: HeadProps) => (
  <>
    <TitleHead before="Item analysis of " title={title} />
    <div className="row">
      <Segments label="Part" choices={PARTS} picked={part} onPick={onPart} />
      <Link to="/benchmarks/$benchmark" params={{ benchmark: slug }}>
        Leaderboard
      </Link>
    </div>
  </>
);

/** How the benchmark's data were made and are kept, each fact with its source. It is folded, and read when it is opened. */
function DatasheetCard({ benchmark }: { readonly benchmark: string }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="card no-print" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>How its data were made</summary>
      {open && <Facts benchmark={benchmark} />}
    </details>
  );
}

function Facts({ benchmark }: { readonly benchmark: string }) {
  const { data: datasheet } = useQuery({
    queryKey: ["datasheet", benchmark],
    queryFn: ({ signal }) => omnidex().datasheet(benchmark, { signal }),
  });
  if (datasheet === undefined) return null;
  if (datasheet === null) return <p className="soft">No source is known.</p>;
  return (
    <dl className="small">
      {datasheetRows(datasheet).map(([title, { text, source }]) => (
        <div key={`${title} ${source}`}>
          <dt>{title}</dt>
          <dd>
            {text} {source !== null && <span className="soft">({source})</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
