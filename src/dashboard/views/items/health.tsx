import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { counted } from "../../../domain/texts.ts";
import {
  findingText,
  healthMarkdown,
  modalityText,
  PROBLEM_TITLES,
  reasonsText,
  withheldTexts,
} from "../../../formats/tables/health-tables.ts";
import { evidenceText } from "../../../formats/tables/run-counts.ts";
import type { HealthProblem, HealthReport } from "../../../sdk/index.ts";
import { Skeletons } from "../../components/waiting.tsx";
import { CopyMenu } from "../../copies/copy-menu.tsx";
import { count } from "../../data/figures-text.ts";
import { ViewFailure } from "../../shell/view-states.tsx";
import { healthQuery } from "./items-page-queries.ts";

/** The health report of a benchmark. */
export function Health({ benchmark }: { readonly benchmark: string }) {
  const { data: report, error, refetch } = useQuery(healthQuery(benchmark));
  if (error !== null && report === undefined) return <ViewFailure error={error} reset={() => void refetch()} />;
  if (report === undefined) return <Skeletons count={6} height="3rem" />;
  const { evidence, questionCount, release, problems, modalities, duplicateVideos, findings } = report;
  const remarks = [...withheldTexts(report), ...modalities.map(modalityText)];
  return (
    <div className="stack">
      <div className="section-head">
        <p className="soft small" role="status">
          {counted(questionCount, "question")} of release {release.version} · {evidenceText(evidence)}
        </p>
        <CopyMenu
          groups={[
            {
              title: "Report",
              actions: [
                {
                  id: "markdown",
                  label: "Markdown",
                  make: () => ({ text: healthMarkdown(benchmark, report, findings.nodes) }),
                },
                { id: "json", label: "JSON", make: () => ({ text: `${JSON.stringify(report, null, 2)}\n` }) },
              ],
            },
          ]}
        />
      </div>
      <ul className="notice small">
        {remarks.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <Counts problems={problems} />
      {problems.map(({ problem, questions }) => (
        <Findings key={problem} benchmark={benchmark} problem={problem} questions={questions} report={report} />
      ))}
      {duplicateVideos.length > 0 && <Videos videos={duplicateVideos} />}
    </div>
  );
}

const Counts = ({ problems }: Pick<HealthReport, "problems">) => (
  <div className="table-frame">
    <table className="table health-counts">
      <caption className="visually-hidden">How many questions have each problem</caption>
      <thead>
        <tr>
          <th scope="col">Problem</th>
          <th scope="col" className="number">
            Questions
          </th>
        </tr>
      </thead>
      <tbody>
        {problems.map(({ problem, questions }) => (
          <tr key={problem}>
            <th scope="row">
              {questions > 0 ? <a href={`#${problem}`}>{PROBLEM_TITLES[problem]}</a> : PROBLEM_TITLES[problem]}
            </th>
            <td className="number">{count(questions)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);

interface FindingsProps {
  readonly benchmark: string;
  readonly problem: HealthProblem;
  /** How many questions have the problem. */
  readonly questions: number;
  readonly report: HealthReport;
}

function Findings({ benchmark, problem, questions, report }: FindingsProps) {
  const listed = report.findings.nodes.filter((finding) => finding.problem === problem);
  if (listed.length === 0) return null;
  return (
    <section className="stack tight" aria-labelledby={problem}>
      <h2 id={problem}>{PROBLEM_TITLES[problem]}</h2>
      <div className="table-frame">
        <table className="table">
          <caption className="visually-hidden">{PROBLEM_TITLES[problem]}</caption>
          <thead>
            <tr>
              <th scope="col">Question</th>
              <th scope="col">Evidence</th>
            </tr>
          </thead>
          <tbody>
            {listed.map((finding) => (
              <tr key={finding.question.id}>
                <th scope="row">
                  <Link
                    to="/items/$benchmark"
                    params={{ benchmark }}
                    search={{ question: finding.question.key }}
                    className="plain-link name clamp-text"
                  >
                    {finding.question.text}
                  </Link>
                  <span className="faint small block name">{finding.question.key}</span>
                </th>
                <td className="soft small name">{findingText(finding)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {questions > listed.length && (
        <p className="faint small">
          {counted(questions - listed.length, "other question")}: <code>omnidex health {benchmark}</code> lists all.
        </p>
      )}
    </section>
  );
}

const Videos = ({ videos }: { readonly videos: HealthReport["duplicateVideos"] }) => (
  <section className="stack tight" aria-labelledby="duplicate-videos">
    <h2 id="duplicate-videos">Videos that may be the same</h2>
    <div className="table-frame">
      <table className="table">
        <caption className="visually-hidden">Videos that may be the same as an earlier one</caption>
        <thead>
          <tr>
            <th scope="col">Video</th>
            <th scope="col">Earlier video</th>
            <th scope="col">In common</th>
          </tr>
        </thead>
        <tbody>
          {videos.map(({ video, other, reasons }) => (
            <tr key={`${video.id} ${other.id}`}>
              <th scope="row" className="name">
                {video.key}
              </th>
              <td className="name">{other.key}</td>
              <td className="soft small">{reasonsText(reasons)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
);
