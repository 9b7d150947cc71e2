import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { lazy, Suspense, useCallback } from "react";
import { withoutScoreText } from "../../../domain/coarse-scores.ts";
import { compareKeys } from "../../../domain/dimension-labels.ts";
import { inputsText, intervalText, scoreText } from "../../../domain/figures-text.ts";
import { groupScoresText } from "../../../domain/official-value.ts";
import { protocolText } from "../../../domain/run-protocol.ts";
import { unreadText } from "../../../domain/unread-text.ts";
import type { QuestionFilter, Run } from "../../../sdk/index.ts";
import { useDimension } from "../../components/dimension-picker.tsx";
import { Skeletons } from "../../components/waiting.tsx";
import { isKeptSecret } from "../../data/api-key.ts";
import { count, date } from "../../data/figures-text.ts";
import { shortTitle } from "../../data/titles.ts";
import type { RunFiguresQuery } from "../../generated/operations.ts";
import { NothingHere, useTitle, ViewFailure } from "../../shell/view-states.tsx";
import { isEmpty } from "../../slices/filter-edit.ts";
import { filterFaults } from "../../slices/filter-fault-note.ts";
import { SliceFailure } from "../../slices/slice-failure.tsx";
import { SliceLine } from "../../slices/slice-line.tsx";
import { SlicedLayout } from "../../slices/sliced-layout.tsx";
import { Breakdown } from "./breakdown.tsx";
import { CapabilityLevels } from "./capability-levels.tsx";
import { ErrorTypes } from "./error-types.tsx";
import { type Listed, Predictions } from "./predictions.tsx";
import { runFiguresQuery, runNotesQuery, runQuery } from "./run-page-queries.ts";
import type { RunSearch } from "./run-search.ts";
import { ScoreCard } from "./score-card.tsx";
import { Scorings } from "./scorings.tsx";
import { useAudits } from "./use-audits.ts";

/** The head of a run's page: its model, and its inputs and settings. */
function RunHead({ run }: { readonly run: Run }) {
  const { model, benchmark, release, visibility, partial, openEnded, notes, reportUrl, status } = run;
  return (
    <header className="run-head">
      <p className="small">
        <Link
          to="/benchmarks/$benchmark"
          params={{ benchmark: benchmark.slug }}
          className="name"
          title={benchmark.title}
        >
          {shortTitle(benchmark.title)}
        </Link>{" "}
        <span className="faint">
          release {release.version}
          {!release.current && ", which is not the current one"}
        </span>
      </p>
      <h1 className="name clamp-text" title={model.name}>
        {model.name}
      </h1>
      <p className="soft name">
        {facts(run).join(" · ")}
        {visibility === "PRIVATE" && <span className="tag">private</span>}
        {partial && <span className="tag warn">partial: less than half of the questions</span>}
        {openEnded && <span className="tag">asked without options</span>}
        {run.anonymous && <span className="tag">anonymous</span>}
        {status === "WITHDRAWN" && <span className="tag warn">withdrawn</span>}
      </p>
      {run.prompt !== null && (
        <p className="faint small name clamp-text" title={run.prompt}>
          Prompt: {run.prompt}
        </p>
      )}
      {notes !== null && <p className="soft small name">{notes}</p>}
      {reportUrl !== null && <ReportLink address={reportUrl} />}
      {run.concealed !== null && <Concealed {...run.concealed} />}
    </header>
  );
}

/**
 * A link to a report. The server accepts https addresses only. The linked page receives neither the referrer nor a
 * handle to this window.
 */
const ReportLink = ({ address }: { readonly address: string }) => (
  <p className="small name clamp-text">
    Report:{" "}
    <a href={address} target="_blank" rel="noopener noreferrer nofollow">
      {address}
    </a>
  </p>
);

/** The fields of an anonymous run that only its owner and administrators see. */
function Concealed({ name, notes, reportUrl, namesAt }: NonNullable<Run["concealed"]>) {
  return (
    <div className="soft small name">
      <p>
        Only you see that this is {name}
        {namesAt === null ? "." : `, until ${date(namesAt)}.`}
      </p>
      {notes !== null && <p>{notes}</p>}
      {reportUrl !== null && <ReportLink address={reportUrl} />}
    </div>
  );
}

const facts = ({ model, inputs, frames, seed, protocol, createdAt }: Run): string[] =>
  [
    model.organization,
    model.parameters,
    inputsText(inputs),
    frames === null ? null : `${frames} frames`,
    seed === null ? null : `seed ${seed}`,
    protocolText(protocol),
    date(createdAt),
  ].filter((fact) => fact !== null);

/** Cells with fewer questions have no colour, because their scores are uncertain. */
const FEW = 10;

type Cell = NonNullable<NonNullable<RunFiguresQuery["run"]>["breakdown"]>[number];

/** The scores of tasks by audio types. Renders nothing if either has fewer than two values. */
function TaskHeatMap({ run, filter }: { readonly run: Run; readonly filter: QuestionFilter }) {
  const { data } = useQuery(runFiguresQuery(run, filter));
  const breakdown = data?.breakdown ?? [];
  const tasks = [...labelsOf(breakdown, 0)];
  const types = [...labelsOf(breakdown, 1)].sort(([a], [b]) => compareKeys("AUDIO_TYPE", a, b));
  if (tasks.length < 2 || types.length < 2) return null;
  const cells = new Map(breakdown.map((cell) => [keyOf(cell.keys[0]?.key, cell.keys[1]?.key), cell]));
  return (
    <section className="stack" aria-labelledby="heat-map">
      <div>
        <h2 id="heat-map">By task and audio type</h2>
        <p className="faint small">
          Score in %, below it the 95 % interval and the number of questions. Darker or fuller cells are higher scores;
          cells of fewer than {FEW} questions have no colour.
        </p>
      </div>
      <div className="table-frame">
        <table className="table heat-map">
          <caption className="visually-hidden">Score in % by task and audio type, with 95 % intervals</caption>
          <thead>
            <tr>
              <th scope="col">Task</th>
              {types.map(([key, label]) => (
                <th key={key} scope="col" className="number">
                  {label}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {tasks.map(([task, label]) => (
              <tr key={task}>
                <th scope="row" className="name clamp">
                  {label}
                </th>
                {types.map(([type]) => (
                  <HeatCell key={type} cell={cells.get(keyOf(task, type))} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

const keyOf = (task: string | undefined, type: string | undefined): string => `${task}/${type}`;

const labelsOf = (cells: readonly Cell[], place: 0 | 1): ReadonlyMap<string, string> =>
  new Map(cells.map(({ keys }) => [keys[place]?.key ?? "", keys[place]?.label ?? ""]));

function HeatCell({ cell }: { readonly cell: Cell | undefined }) {
  if (cell === undefined) return <td className="number faint">–</td>;
  const { score } = cell;
  const step = Math.min(9, Math.floor(score.value * 10));
  return (
    <td className={`number heat heat-${step}${score.n < FEW ? " few" : ""}`}>
      {scoreText(score)}
      <span className="small block">{intervalText(score)}</span>
      <span className="small block">n = {count(score.n)}</span>
    </td>
  );
}

// Loaded when the reader asks for it.
const Audit = lazy(async () => ({ default: (await import("./audit.tsx")).Audit }));

const route = getRouteApi("/runs/$run");

/** The page of one run: its score, its breakdowns and its predictions. */
export function RunView() {
  const { run: id } = route.useParams();
  const { data: run, error, refetch } = useQuery(runQuery(id));
  useTitle(run?.model.name ?? "Run");
  if (error !== null && run === undefined) return <ViewFailure error={error} reset={() => void refetch()} />;
  if (run === null) return <NothingHere />;
  if (run === undefined) return <Skeletons count={4} height="8rem" />;
  return <SlicedRun run={run} />;
}

/** A run with its figures, beside the controls for the slice that they cover. */
function SlicedRun({ run }: { readonly run: Run }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { filter = NO_CONDITION } = search;
  const score = useQuery(runFiguresQuery(run, filter));
  const setFilter = useCallback(
    (next: QuestionFilter) =>
      void navigate({
        // The open prediction may be outside the new slice.
        search: ({ filter: _, prediction: __, ...rest }) => (isEmpty(next) ? rest : { ...rest, filter: next }),
        resetScroll: false,
      }),
    [navigate],
  );
  const open = useCallback(
    (key: string | null) =>
      void navigate({
        search: ({ prediction: _, ...rest }) => (key === null ? rest : { ...rest, prediction: key }),
        resetScroll: false,
        replace: true,
      }),
    [navigate],
  );
  const change = (next: RunSearch) => void navigate({ search: next, resetScroll: false, replace: true });
  return (
    <SlicedLayout
      head={<RunHead run={run} />}
      benchmark={run.benchmark.slug}
      filter={filter}
      release={earlierRelease(run)}
      onFilter={setFilter}
    >
      <SliceLine filter={filter} onClear={() => setFilter(NO_CONDITION)} />
      {score.error !== null && filterFaults(score.error).length > 0 ? (
        <SliceFailure error={score.error} filter={filter} onFilter={setFilter} reset={() => void score.refetch()} />
      ) : (
        <RunParts run={run} search={search} onChange={change} onOpen={open} />
      )}
    </SlicedLayout>
  );
}

interface FiguresProps {
  readonly run: Run;
  readonly search: RunSearch;
  readonly onChange: (search: RunSearch) => void;
}

interface RunPartsProps extends FiguresProps {
  /** Opens the prediction of a question; null closes it. */
  readonly onOpen: (key: string | null) => void;
}

/** The score comes first, then the predictions, and then all other figures. */
function RunParts({ run, search, onChange, onOpen }: RunPartsProps) {
  const { filter = NO_CONDITION } = search;
  const audits = useAudits(run.id, filter);
  const isHidden = isKeptSecret(run);
  const isScored = run.status === "SCORED";
  return (
    <div className="run">
      {isScored ? (
        <div className="stack">
          {run.score === null ? (
            <p className="notice">{withoutScoreText(isHidden)}</p>
          ) : (
            <ScoreCard run={run} filter={filter} audits={isHidden ? null : audits} />
          )}
          <RunNotes run={run} />
        </div>
      ) : (
        <p className="notice">{UNSCORED[run.status]}</p>
      )}
      <Predictions
        run={run}
        filter={filter}
        search={search}
        hidesOutcomes={isHidden}
        onChange={(listed) => onChange(withListed(search, listed))}
        onOpen={onOpen}
      />
      {isScored && <Figures run={run} search={search} onChange={onChange} />}
      {isScored && !isHidden && audits.isAsked && (
        <Suspense fallback={null}>
          <Audit audits={audits} />
        </Suspense>
      )}
      {isScored && <Scorings run={run} />}
    </div>
  );
}

function Figures({ run, search, onChange }: FiguresProps) {
  const { filter = NO_CONDITION } = search;
  const release = earlierRelease(run);
  const isHidden = isKeptSecret(run);
  // A dimension without a score would hide that there are scores by another one.
  const usual = (isHidden ? run.disclosed[0] : undefined) ?? "TASK";
  const by = useDimension(run.benchmark.slug, search.by ?? null, usual, release);
  return (
    <>
      {run.score !== null && by !== null && (
        <Breakdown
          run={run}
          filter={filter}
          release={release}
          by={by}
          isHidden={isHidden}
          onBy={(picked) => onChange({ ...search, by: picked })}
        />
      )}
      {run.benchmark.slug === "avi-bench" && <CapabilityLevels run={run} />}
      {!isHidden && <ErrorTypes run={run} filter={filter} />}
      {!isHidden && <TaskHeatMap run={run} filter={filter} />}
    </>
  );
}

/** The score over groups, and how many responses of the whole run were not read. */
function RunNotes({ run }: { readonly run: Run }) {
  const { data } = useQuery(runNotesQuery(run.id, run.benchmark.slug));
  const text = unreadText(run.id, run.counts, data?.judgeable ?? null);
  const groups = data?.groupScores ?? null;
  return (
    <>
      {groups !== null && <p className="small">{groupScoresText(groups)}.</p>}
      {text !== "" && <p className="soft small">{text}</p>}
    </>
  );
}

const NO_CONDITION: QuestionFilter = {};

/** The id of the run's release; null if it is the current one, which other views count, too. */
const earlierRelease = ({ release }: Run): string | null => (release.current ? null : release.id);

const UNSCORED = {
  OPEN: "This run is still being uploaded. It has a score once it is finalized.",
  JUDGING: "A judge is reading the responses that the extractor could not read. The score follows.",
  WITHDRAWN: "This run is withdrawn: no list or leaderboard shows it.",
} as const;

function withListed(search: RunSearch, listed: Listed): RunSearch {
  const { outcome: _, errorType: __, words: ___, said: ____, prediction: _____, ...rest } = search;
  return { ...rest, ...listed };
}
