import { Link } from "@tanstack/react-router";
import { useRef } from "react";
import { Button, Checkbox } from "react-aria-components";
import { inputsText, intervalText, scoreText, valueText } from "../../../domain/figures-text.ts";
import { counted } from "../../../domain/texts.ts";
import { meanText } from "../../../submitting/run-standing.ts";
import { ScrollRegion } from "../../components/scroll-region.tsx";
import { count } from "../../data/figures-text.ts";
import { shortTitle } from "../../data/titles.ts";
import type { SentOne } from "../../readers/several-runs.ts";
import { ReaderReportCard } from "./reader-report-card.tsx";
import { Inputs, VisibleTo } from "./run-form.tsx";
import { Step, Working } from "./sending.tsx";
import { type RunRow, type SeveralRunsProps, useSeveralRuns } from "./use-several-runs.ts";

interface StepsProps extends SeveralRunsProps {
  readonly hasSeveralFiles: boolean;
  readonly hasKey: boolean;
  /** Takes all files as those of one run. */
  readonly onOneRun: () => void;
}

/** The steps of a submission of several runs: one table of what is sent, then its progress and the rows of the leaderboards. */
export function SeveralRunsSteps({ hasSeveralFiles, hasKey, onOneRun, ...props }: StepsProps) {
  const form = useSeveralRuns(props);
  const { rows, picked, sending } = form;
  const sendStep = useRef<HTMLElement>(null);
  const isBusy = sending !== null;
  const titleOf = (slug: string): string => {
    const title = props.benchmarks.find((benchmark) => benchmark.slug === slug)?.title;
    return title === undefined ? slug : shortTitle(title);
  };
  const sent = rows.filter((row) => row.sent !== null);
  return (
    <>
      <Step number={2} title={counted(rows.length, "run")}>
        <p className="soft small">
          Each file is a run, and so is each column of a table of answers and each repetition of the questions. Models
          and settings are read from the files and their names.
          {hasSeveralFiles && (
            <>
              {" "}
              <Button className="button small" isDisabled={isBusy} onPress={onOneRun}>
                All files are one run
              </Button>
            </>
          )}
        </p>
        <Inputs
          label="Given to every model (leave empty to take what each file says)"
          isRequired={false}
          picked={form.inputs}
          fault={undefined}
          suggested={[]}
          isDisabled={isBusy}
          onChange={({ inputs }) => inputs && form.setInputs(inputs)}
        />
        <VisibleTo
          visibility={form.visibility}
          isDisabled={isBusy}
          onChange={({ visibility }) => visibility && form.setVisibility(visibility)}
        />
        <ScrollRegion className="table-frame" label="The runs">
          <table className="table several-runs">
            <thead>
              <tr>
                <th scope="col">
                  <span className="visually-hidden">Submit</span>
                </th>
                <th scope="col">File</th>
                <th scope="col">Model</th>
                <th scope="col">Benchmark</th>
                <th scope="col">Settings</th>
                <th scope="col" className="number">
                  Answers
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <RunLine
                  key={row.index}
                  row={row}
                  title={row.benchmark === "" || row.listed.problem !== null ? "" : titleOf(row.benchmark)}
                  isDisabled={isBusy}
                  onModel={(model) => form.setModel(row.index, model)}
                  onPick={(isPicked) => form.setPicked(row.index, isPicked)}
                />
              ))}
            </tbody>
          </table>
        </ScrollRegion>
        {rows.map(({ index, listed, read }) =>
          read === null || (read.problemCount === 0 && read.notes.length === 0) ? null : (
            <details key={index}>
              <summary className="name">{nameOf(listed)}: its rows</summary>
              <ReaderReportCard report={read} />
            </details>
          ),
        )}
      </Step>
      <Step number={3} title="Send" focusable={sendStep}>
        {sending !== null && (
          <Working
            work={{ title: `Sending run ${sending.number} of ${sending.of}, ${sending.file}` }}
            progress={sending.progress}
            next={sendStep}
            cancelText="Stop after this run"
            onCancel={form.stop}
          />
        )}
        {sent.length > 0 && <SentRuns rows={sent} titleOf={titleOf} />}
        {form.means.map((mean) => (
          <p key={mean.title} className="name">
            {meanText(mean, (group) => `${valueText(group.mean, group)} (95 %: ${intervalText(group)})`)}
          </p>
        ))}
        <div className="row end">
          {!hasKey && <p className="soft small submit-missing">Sending the runs needs an API key; see above.</p>}
          <Button
            className="button primary"
            isDisabled={picked.length === 0 || isBusy || !hasKey}
            onPress={() => void form.send()}
          >
            {picked.length === 0 ? "Submit" : `Submit ${counted(picked.length, "run")}`}
          </Button>
        </div>
      </Step>
    </>
  );
}

const nameOf = ({ file, part }: RunRow["listed"]): string => (part === null ? file : `${file}, ${part}`);

interface RunLineProps {
  readonly row: RunRow;
  /** The benchmark's title; empty if it is not known. */
  readonly title: string;
  readonly isDisabled: boolean;
  readonly onModel: (model: string) => void;
  readonly onPick: (isPicked: boolean) => void;
}

function RunLine({ row, title, isDisabled, onModel, onPick }: RunLineProps) {
  const { listed, read, problem, unusable, sent, inputs, model } = row;
  const name = nameOf(listed);
  const isReady = problem === null && read !== null && sent === null;
  return (
    <tr>
      <td>
        <Checkbox
          className="check"
          aria-label={`Submit ${name}`}
          isSelected={row.isPicked}
          isDisabled={isDisabled || !isReady}
          onChange={onPick}
        >
          <span className="check-box" aria-hidden="true" />
        </Checkbox>
      </td>
      <th scope="row" className="name">
        {name}
        {sent !== null && <span className="block faint small">Submitted as {sent.run.id}</span>}
        {problem !== null && <span className="block small field-error">{problem}</span>}
        {problem === null && sent === null && unusable !== null && (
          <span className="block small field-error">
            {unusable} Tick the run to submit the other {count(read?.predictions ?? 0)}.
          </span>
        )}
        {problem === null && read === null && <span className="block faint small">Reading its rows …</span>}
      </th>
      <td>
        {listed.problem === null && (
          <input
            className="input"
            aria-label={`The model of ${name}`}
            value={model}
            disabled={isDisabled || sent !== null}
            autoComplete="off"
            spellCheck={false}
            onChange={({ target }) => onModel(target.value)}
          />
        )}
      </td>
      <td className="name">{title}</td>
      <td className="small">{listed.problem === null && settingsText(inputs, listed)}</td>
      <td className="number">
        {read !== null && `${count(read.predictions)} of ${count(read.predictions + read.missing)}`}
      </td>
    </tr>
  );
}

function settingsText(inputs: RunRow["inputs"], { header }: RunRow["listed"]): string {
  const { frames, seed, protocol } = header;
  const texts = [
    inputsText(inputs),
    frames !== undefined && counted(frames, "frame"),
    seed !== undefined && `seed ${seed}`,
    protocol?.harness,
  ];
  return texts.filter(Boolean).join(" · ");
}

interface SentRunsProps {
  readonly rows: readonly RunRow[];
  readonly titleOf: (slug: string) => string;
}

/** The runs as rows of their leaderboards, the best first. */
const SentRuns = ({ rows, titleOf }: SentRunsProps) => (
  <ScrollRegion className="table-frame" label="The submitted runs">
    <table className="table">
      <thead>
        <tr>
          <th scope="col" className="number">
            Rank
          </th>
          <th scope="col">Run</th>
          <th scope="col">Leaderboard</th>
          <th scope="col" className="number">
            Score
          </th>
          <th scope="col" className="number">
            95 %
          </th>
          <th scope="col">From</th>
        </tr>
      </thead>
      <tbody>
        {rows
          .flatMap(({ sent, listed }) => (sent === null ? [] : [{ sent, listed }]))
          .sort((a, b) => (b.sent.run.score?.value ?? -1) - (a.sent.run.score?.value ?? -1))
          .map(({ sent, listed }) => (
            <tr key={sent.run.id}>
              <td className="number">{rankText(sent)}</td>
              <th scope="row" className="name">
                <Link to="/runs/$run" params={{ run: sent.run.id }}>
                  {sent.run.model.name}
                </Link>
              </th>
              <td className="name">
                <Link to="/benchmarks/$benchmark" params={{ benchmark: sent.run.benchmark.slug }}>
                  {titleOf(sent.run.benchmark.slug)}
                </Link>
              </td>
              <td className="number">{sent.run.score !== null && scoreText(sent.run.score)}</td>
              <td className="number">{sent.run.score !== null && intervalText(sent.run.score)}</td>
              <td className="name small">
                {nameOf(listed)}
                {sent.run.replayed && <span className="block faint">It was submitted before.</span>}
              </td>
            </tr>
          ))}
      </tbody>
    </table>
  </ScrollRegion>
);

const rankText = ({ rank, run }: SentOne): string =>
  rank !== null ? String(rank.rank) : run.partial ? "partial" : run.status === "JUDGING" ? "with the judge" : "";
