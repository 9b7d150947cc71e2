import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { useCallback, useMemo } from "react";
import { averagesText } from "../../../domain/averages-text.ts";
import { scoreText } from "../../../domain/figures-text.ts";
import { paperSizeText } from "../../../domain/model-size.ts";
import type { Benchmark, FinalBoard, QuestionFilter } from "../../../sdk/index.ts";
import { TitleHead } from "../../components/title-head.tsx";
import { Skeletons } from "../../components/waiting.tsx";
import { date, minute, questionsText } from "../../data/figures-text.ts";
import { benchmarkNotesQuery, benchmarkQuery, finalBoardQuery } from "../../data/queries.ts";
import { shortTitle } from "../../data/titles.ts";
import type { BenchmarkNotesQuery } from "../../generated/operations.ts";
import { NothingHere, useTitle, ViewFailure } from "../../shell/view-states.tsx";
import { isEmpty, toggled } from "../../slices/filter-edit.ts";
import { SlicedLayout } from "../../slices/sliced-layout.tsx";
import { idsOf } from "../compare/compare-search.ts";
import { Board } from "./board.tsx";
import { askedOf, showsPapers } from "./board-query.ts";
import { BoardSwitches } from "./board-switches.tsx";
import { type ColumnSort, sortFrom, sortText } from "./column-sort.tsx";
import { type LeaderboardSearch, runsState, type SearchEdit, withPicked } from "./leaderboard-search.ts";
import { PickedRuns } from "./picking.tsx";
import { ScoreColumns } from "./score-columns.tsx";

type Challenge = NonNullable<BenchmarkNotesQuery["challenge"]>;

/** The dates of the challenge that a benchmark hosts, and its final board once it is stored. */
function ChallengeNotice({ benchmark }: { readonly benchmark: string }) {
  const { data } = useQuery(benchmarkNotesQuery(benchmark));
  const challenge = data?.challenge ?? null;
  if (challenge === null) return null;
  const text = datesText(challenge, Date.now());
  return (
    <>
      {text !== "" && <p className="soft small">{text}</p>}
      {challenge.sealedAt !== null && <SealedBoard benchmark={benchmark} />}
    </>
  );
}

function datesText({ opensAt, closesAt, split }: Challenge, now: number): string {
  const isEarly = opensAt !== null && Date.parse(opensAt) > now;
  const isLate = closesAt !== null && Date.parse(closesAt) <= now;
  const parts = [
    isEarly ? `The challenge opens on ${minute(opensAt)}` : null,
    closesAt === null ? null : `${isLate ? "The challenge closed" : "Submissions close"} on ${minute(closesAt)}`,
    split === null ? null : boardsText(split, now),
  ].filter((part) => part !== null);
  const text = parts.join("; ");
  return text === "" ? "" : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** What the public board covers, and when the private board opens. */
function boardsText({ publicShare, privateOpensAt }: NonNullable<Challenge["split"]>, now: number): string {
  const opens = privateOpensAt === null ? "has no opening date yet" : openingText(privateOpensAt, now);
  return `scores cover ${Math.round(100 * publicShare)} % of the questions, and the private board over the others ${opens}`;
}

const openingText = (iso: string, now: number): string =>
  `${Date.parse(iso) > now ? "opens" : "opened"} on ${minute(iso)}`;

const route = getRouteApi("/benchmarks/$benchmark");
const NO_CONDITION: QuestionFilter = {};

/** The leaderboard of a benchmark over a slice. The address holds the whole state of the view. */
export function LeaderboardView() {
  const { benchmark: slug } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { data: benchmark, error, refetch } = useQuery(benchmarkQuery(slug));
  useTitle(shortTitle(benchmark?.title ?? slug));
  const setFilter = useCallback(
    (filter: QuestionFilter) =>
      void navigate({
        search: ({ filter: _, ...rest }) => (isEmpty(filter) ? rest : { ...rest, filter }),
        resetScroll: false,
      }),
    [navigate],
  );
  const edit = useCallback(
    (next: SearchEdit) => void navigate({ search: next, resetScroll: false, replace: true }),
    [navigate],
  );
  const picked = useMemo(() => idsOf(search.picked ?? ""), [search.picked]);
  const setPicked = useCallback(
    (change: (ids: readonly string[]) => readonly string[]) =>
      edit((last) => withPicked(last, change(idsOf(last.picked ?? "")))),
    [edit],
  );
  const pick = useCallback((id: string) => setPicked((ids) => toggled(ids, id)), [setPicked]);
  const sort = useMemo(() => sortFrom(search.sort), [search.sort]);
  const setSort = useCallback((next: ColumnSort) => edit((last) => withSort(last, next)), [edit]);
  if (error !== null && benchmark === undefined) return <ViewFailure error={error} reset={() => void refetch()} />;
  if (benchmark === null) return <NothingHere />;
  const head = <Head slug={slug} benchmark={benchmark} papers={search.papers} />;
  // Without questions, there is nothing to slice, and there are no runs to choose.
  const isPlain =
    benchmark?.release === null &&
    isEmpty(search.filter ?? NO_CONDITION) &&
    search.by === undefined &&
    search.papers === undefined;
  const Rows = search.by === undefined ? Board : ScoreColumns;
  return (
    <SlicedLayout
      head={head}
      benchmark={slug}
      filter={search.filter ?? NO_CONDITION}
      onFilter={setFilter}
      isPlain={isPlain}
    >
      {!isPlain && (
        <BoardSwitches
          benchmark={slug}
          papers={search.papers}
          showsPapers={benchmark === undefined || showsPapers(benchmark)}
          partial={search.partial}
          open={search.open}
          by={search.by}
          filter={search.filter ?? NO_CONDITION}
          {...runsState(search)}
          onEdit={edit}
        />
      )}
      {benchmark === undefined ? (
        <Skeletons count={8} height="2.5rem" />
      ) : (
        <Rows
          asked={askedOf(benchmark, search)}
          onFilter={setFilter}
          sort={sort}
          onSort={setSort}
          picked={picked}
          onPick={pick}
        />
      )}
      {picked.length > 0 && <PickedRuns ids={picked} filter={search.filter} onClear={() => setPicked(() => [])} />}
    </SlicedLayout>
  );
}

function withSort({ sort: _, ...rest }: LeaderboardSearch, sort: ColumnSort): LeaderboardSearch {
  const text = sortText(sort);
  return text === null ? rest : { ...rest, sort: text };
}

interface HeadProps {
  readonly slug: string;
  readonly benchmark: Benchmark | undefined;
  readonly papers: LeaderboardSearch["papers"];
}

function Head({ slug, benchmark, papers }: HeadProps) {
  return (
    <>
      <TitleHead title={benchmark?.title ?? slug} />
      {benchmark !== undefined && (
        <p className="soft row">
          <span>{factsOf(benchmark).join(" · ")}</span>
          {benchmark.synthetic && <span className="tag warn">synthetic: no score means anything</span>}
          {benchmark.release !== null && (
            <span className="row no-print">
              <Link to="/items/$benchmark" params={{ benchmark: slug }}>
                Item analysis
              </Link>
              <Link to="/submit" search={{ benchmark: slug }}>
                Submit a run
              </Link>
            </span>
          )}
        </p>
      )}
      {benchmark !== undefined && <PaperSize benchmark={benchmark} isShown={papers === "show"} />}
      <ChallengeNotice benchmark={slug} />
    </>
  );
}

interface PaperSizeProps {
  readonly benchmark: Benchmark;
  /** Whether the reader has asked for the papers' figures. */
  readonly isShown: boolean;
}

/** A note that the papers' figures of the benchmark are over other questions than the scores of its runs. */
function PaperSize({ benchmark: { title, questionCount, paperQuestionCount }, isShown }: PaperSizeProps) {
  const text = paperSizeText(shortTitle(title), questionCount, paperQuestionCount);
  if (text === null) return null;
  return (
    <p className="notice small">
      {text}
      {!isShown && " “Papers' figures” shows them."}
    </p>
  );
}

function factsOf(benchmark: Benchmark): string[] {
  const { questionCount, videoCount, release, license } = benchmark;
  return [
    release === null ? "figures of its paper" : questionsText(questionCount, videoCount),
    release === null ? null : `release ${release.version} of ${date(release.importedAt)}`,
    license,
    ...averagesText(release?.averages ?? null, benchmark),
  ].filter((fact) => fact !== null);
}

/** The leaderboard that was stored when the benchmark's challenge closed. */
function SealedBoard({ benchmark }: { readonly benchmark: string }) {
  const { data: board } = useQuery(finalBoardQuery(benchmark));
  if (board == null) return null;
  return (
    <details>
      <summary>Final board of {minute(board.closedAt)}</summary>
      <Entries
        title={board.privateEntries === null ? "All entries" : "Public board"}
        board={board}
        entries={board.entries}
      />
      {board.privateEntries !== null && <Entries title="Private board" board={board} entries={board.privateEntries} />}
    </details>
  );
}

interface EntriesProps {
  readonly title: string;
  readonly board: FinalBoard;
  readonly entries: FinalBoard["entries"];
}

function Entries({ title, board, entries }: EntriesProps) {
  const names = new Map(board.names.map(({ pseudonym, model }) => [pseudonym, model]));
  return (
    <table>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">Rank</th>
          <th scope="col">Model</th>
          <th scope="col">Score</th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ rank, run, model, modelSlug, score }) => (
          <tr key={run}>
            <td>{rank}</td>
            <td className="name">
              <Link to="/runs/$run" params={{ run }}>
                {names.get(modelSlug) ?? model}
              </Link>
            </td>
            <td>{scoreText({ ...score, interval: score })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
