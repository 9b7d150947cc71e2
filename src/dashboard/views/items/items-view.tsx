import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import type { QuestionFilter } from "../../../sdk/index.ts";
import { NotImported } from "../../components/not-imported.tsx";
import { Segments } from "../../components/segments.tsx";
import { TitleHead } from "../../components/title-head.tsx";
import { benchmarkQuery } from "../../data/queries.ts";
import { shortTitle } from "../../data/titles.ts";
import { useTitle } from "../../shell/use-title.ts";
import { NothingHere, ViewFailure } from "../../shell/view-states.tsx";
import { isEmpty } from "../../slices/filter-edit.ts";
import { SlicedLayout } from "../../slices/sliced-layout.tsx";
import { DatasheetCard } from "./datasheet-card.tsx";
import { Health } from "./health.tsx";
import { ItemDetail } from "./item-detail.tsx";
import { Items } from "./items.tsx";
import { type ItemsSearch, orderFrom, orderText, PARTS, type Part, without } from "./items-search.ts";
import { Keys } from "./suspected-keys.tsx";

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
