import { Link } from "@tanstack/react-router";
import type { Run } from "../../../sdk/index.ts";
import { date, inputsText } from "../../data/figures-text.ts";
import { shortTitle } from "../../data/titles.ts";

/** The head of a run's page: its model, and its inputs and settings. */
export function RunHead({ run }: { readonly run: Run }) {
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

const facts = ({ model, inputs, frames, seed, createdAt }: Run): string[] =>
  [
    model.organization,
    model.parameters,
    inputsText(inputs),
    frames === null ? null : `${frames} frames`,
    seed === null ? null : `seed ${seed}`,
    date(createdAt),
  ].filter((fact) => fact !== null);
