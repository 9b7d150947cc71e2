import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Fragment, useState } from "react";
import { inputsText, intervalText, scoreText, valueText } from "../../../domain/figures-text.ts";
import { isOtherSize } from "../../../domain/model-size.ts";
import { isMeanOfQuestions, partialText } from "../../../domain/official-value.ts";
import { counted } from "../../../domain/texts.ts";
import { settingText } from "../../../formats/tables/ranked-lines.ts";
import type { Benchmark, Run } from "../../../sdk/index.ts";
import { Segments } from "../../components/choices.tsx";
import { CopyButton } from "../../components/copy-button.tsx";
import { Skeletons } from "../../components/waiting.tsx";
import { count, date, questionsText } from "../../data/figures-text.ts";
import { benchmarkCardQuery, benchmarksQuery, latestRunsQuery } from "../../data/queries.ts";
import { shortTitle, titleParts } from "../../data/titles.ts";
import { type BarPart, ShareBar } from "../../figures/share-bar.tsx";
import type { BenchmarkCardQuery } from "../../generated/operations.ts";
import { useTitle, ViewFailure } from "../../shell/view-states.tsx";

/** The colours of the values, in this order: the same on every card, and another one for each value. */
const COLOURS: Readonly<Record<string, Readonly<Record<string, BarPart["colour"]>>>> = {
  LEVEL: { PERCEPTION: 1, UNDERSTANDING: 2, REASONING: 3, SENSATION: 4 },
  AUDIO_TYPE: { SPEECH: 5, SOUND: 8, MUSIC: 9 },
};

const parts = ({ dimension, values }: BenchmarkCardQuery["facets"][number]): BarPart[] =>
  values
    .map(({ key, label, questions }) => ({ key, label, n: questions, colour: COLOURS[dimension]?.[key] ?? 7 }))
    .sort((a, b) => a.colour - b.colour);

const TITLES: Readonly<Record<string, string>> = {
  LEVEL: "Questions by level",
  AUDIO_TYPE: "Questions by audio type, of which one may have several",
};

/** The number of ranked runs, and the best score with its model. Without a ranked run, the reason. */
function bestText({ totalCount, nodes: [best], leftOut, confirmations }: BenchmarkCardQuery["leaderboard"]): string {
  if (best === undefined) {
    if (leftOut > 0) return `No ranked run: ${counted(leftOut, "run")} with answers to less than half of the questions`;
    return confirmations === "DOUBLE" ? "No run that also answers the confirming questions yet" : "No run yet";
  }
  const score = "score" in best && isMeanOfQuestions(best) ? best.score : null;
  const missing = "score" in best ? partialText(best) : null;
  const value = `best ${valueText(best.value, score)} %, ${best.model.name}`;
  return [counted(totalCount, "run"), missing === null ? value : `${value} (${missing})`].join(" · ");
}

const ASSIGNED = " (assigned by Omnidex)";

/** A bar whose title says that its values are assigned by Omnidex, if all of their labels say so. */
function barOf(facet: BenchmarkCardQuery["facets"][number]): {
  readonly title: string;
  readonly parts: readonly BarPart[];
} {
  const all = parts(facet);
  const title = TITLES[facet.dimension] ?? "";
  if (!all.every(({ label }) => label.endsWith(ASSIGNED))) return { title, parts: all };
  return {
    title: `${title}${ASSIGNED}`,
    parts: all.map((part) => ({ ...part, label: part.label.slice(0, -ASSIGNED.length) })),
  };
}

function BenchmarkCard({ benchmark }: { readonly benchmark: Benchmark }) {
  const { slug, title, description, questionCount, videoCount, synthetic, license, release } = benchmark;
  const ofPaper = benchmark.paperQuestionCount;
  const { data } = useQuery(benchmarkCardQuery(slug));
  const { name, rest } = titleParts(title);
  return (
    <li className="card benchmark-card">
      <h2>
        <Link to="/benchmarks/$benchmark" params={{ benchmark: slug }} className="name card-link">
          {name}
        </Link>
      </h2>
      {rest !== null && <p className="soft small name">{rest}</p>}
      {description !== null && <p className="soft small name">{description}</p>}
      <p>
        {questionsText(questionCount, videoCount)}
        {isOtherSize(questionCount, ofPaper) && `; the paper has ${counted(ofPaper, "question")}`}
        {synthetic && <span className="tag warn">synthetic</span>}
      </p>
      {data !== undefined && <p>{bestText(data.leaderboard)}</p>}
      <div className="benchmark-bars">
        {data?.facets
          .filter(({ values }) => values.length > 0)
          .map((facet) => (
            <ShareBar key={facet.dimension} {...barOf(facet)} />
          ))}
      </div>
      <p className="row card-actions small">
        <Link to="/benchmarks/$benchmark" params={{ benchmark: slug }}>
          Leaderboard
        </Link>
        <Link to="/questions" search={{ benchmark: slug }}>
          Questions
        </Link>
        <Link to="/items/$benchmark" params={{ benchmark: slug }}>
          Item analysis
        </Link>
        <Link to="/submit" search={{ benchmark: slug }}>
          Submit a run
        </Link>
      </p>
      <p className="faint small">
        {release !== null && `Release ${release.version}, ${date(release.importedAt)}`}
        {license !== null && ` · ${license}`}
      </p>
    </li>
  );
}

const LATEST = 8;

/** The newest runs that the reader may see. */
function LatestRuns() {
  const { data, error, refetch } = useQuery(latestRunsQuery({ statuses: ["SCORED"] }, LATEST));
  return (
    <section aria-labelledby="latest-runs" className="stack">
      <h2 id="latest-runs">Latest runs</h2>
      {error !== null && data === undefined && <ViewFailure error={error} reset={() => void refetch()} />}
      {error === null && data === undefined && <Skeletons count={4} height="2.5rem" />}
      {data !== undefined && data.nodes.length === 0 && (
        <p className="soft">No run has been scored yet. Submit one with the command below.</p>
      )}
      {data !== undefined && data.nodes.length > 0 && <RunsTable runs={data.nodes} />}
    </section>
  );
}

const RunsTable = ({ runs }: { readonly runs: readonly Run[] }) => (
  <div className="table-frame">
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Model</th>
          <th scope="col" className="wide-only">
            Benchmark
          </th>
          <th scope="col" className="wide-only">
            Inputs
          </th>
          <th scope="col" className="number">
            Score,&nbsp;% (95&nbsp;%)
          </th>
          <th scope="col" className="number wide-only">
            n
          </th>
          <th scope="col" className="wide-only">
            Submitted
          </th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <RunRow key={run.id} run={run} />
        ))}
      </tbody>
    </table>
  </div>
);

function RunRow({ run }: { readonly run: Run }) {
  const { id, model, benchmark, inputs, score, createdAt, partial } = run;
  const setting = settingText(run);
  return (
    <tr>
      <th scope="row" className="name clamp">
        <Link to="/runs/$run" params={{ run: id }} className="plain-link clamp-text">
          {model.name}
        </Link>
        {partial && <span className="tag warn">partial</span>}
        {setting !== null && (
          <span className="faint small block clamp-text" title={setting}>
            {setting}
          </span>
        )}
        <span className="narrow-only small">
          <BenchmarkLink benchmark={benchmark} />
        </span>
      </th>
      <td className="wide-only">
        <BenchmarkLink benchmark={benchmark} />
      </td>
      <td className="wide-only soft">{inputsText(inputs)}</td>
      <td className="number">
        {score === null ? "–" : scoreText(score)}{" "}
        {score !== null && <span className="faint">({intervalText(score)})</span>}
      </td>
      <td className="number wide-only">{score === null ? "–" : count(score.n)}</td>
      <td className="wide-only soft">{date(createdAt)}</td>
    </tr>
  );
}

const BenchmarkLink = ({ benchmark: { slug, title } }: { readonly benchmark: Run["benchmark"] }) => (
  <Link to="/benchmarks/$benchmark" params={{ benchmark: slug }}>
    {shortTitle(title)}
  </Link>
);

interface Snippet {
  readonly name: string;
  readonly code: string;
}

const DOCUMENT = `{
  questions(filter: { audioTypes: { any: [MUSIC] }, levels: [REASONING] }, first: 1) {
    totalCount
  }
}`;

/** The same query for each client (SDK, CLI, curl, Python), ready to run against the server at `origin`. */
export function snippets(origin: string): readonly Snippet[] {
  return [
    {
      name: "SDK",
      code: `import { Omnidex } from "@omnidex/sdk";

const omnidex = new Omnidex({ url: "${origin}" });
const { totalCount } = await omnidex
  .questions({ filter: { audioTypes: { any: ["MUSIC"] }, levels: ["REASONING"] } })
  .page();
console.log(totalCount);`,
    },
    { name: "CLI", code: `OMNIDEX_URL=${origin} omnidex questions --audio music --level reasoning --count` },
    { name: "GraphQL", code: DOCUMENT },
    {
      name: "curl",
      code: `curl -s ${origin}/graphql -H 'content-type: application/json' \\
  -d '${JSON.stringify({ query: DOCUMENT.replace(/\s+/g, " ") })}'`,
    },
    {
      name: "Python",
      code: `import pandas

filter = '{"audioTypes":{"any":["MUSIC"]},"levels":["REASONING"]}'
print(len(pandas.read_json(f"${origin}/export/questions.ndjson?filter={filter}", lines=True)))`,
    },
  ];
}

/** The start page: what this server holds, and how to begin. */
export function HomeView() {
  useTitle("Benchmarks");
  const { data, error, refetch } = useQuery(benchmarksQuery);
  return (
    <div className="home">
      <header className="home-head">
        <h1>Omni-modal video benchmarks</h1>
        <p className="soft">
          Questions, runs and leaderboards over any slice. Scores of runs are computed on the server, with error bars.
        </p>
      </header>
      <section aria-label="Benchmarks">
        {error !== null && data === undefined && <ViewFailure error={error} reset={() => void refetch()} />}
        {error === null && data === undefined && <Skeletons count={2} height="15rem" className="home-cards" />}
        {data !== undefined && data.length === 0 && <NoBenchmarks />}
        {data !== undefined && data.length > 0 && <BenchmarkLists benchmarks={data} />}
      </section>
      <LatestRuns />
      <Start />
    </div>
  );
}

/** The benchmarks with questions as cards, then those that can be imported. */
function BenchmarkLists({ benchmarks }: { readonly benchmarks: readonly Benchmark[] }) {
  const imported = benchmarks.filter(({ questionCount }) => questionCount > 0);
  const others = benchmarks.filter(({ questionCount }) => questionCount === 0);
  return (
    <div className="stack">
      <ul className="home-cards">
        {imported.map((benchmark) => (
          <BenchmarkCard key={benchmark.slug} benchmark={benchmark} />
        ))}
      </ul>
      {others.length > 0 && (
        <p className="soft small">
          Only the figures of their papers are here, because their questions are not imported yet:{" "}
          {others.map(({ slug, title }, place) => (
            <Fragment key={slug}>
              {place > 0 && ", "}
              <Link to="/benchmarks/$benchmark" params={{ benchmark: slug }} title={title}>
                {shortTitle(title)}
              </Link>
            </Fragment>
          ))}
        </p>
      )}
    </div>
  );
}

const NoBenchmarks = () => (
  <p className="card">
    No benchmark has been imported yet. On the server: <code>omnidex pull worldsense</code>, or{" "}
    <code>omnidex import my-benchmark questions.json</code>
  </p>
);

/** Shows how to send the same query with each client. */
function Start() {
  const [all] = useState(() => snippets(location.origin));
  const [picked, setPicked] = useState(all[0]?.name ?? "");
  const code = all.find(({ name }) => name === picked)?.code ?? "";
  return (
    <section aria-labelledby="start" className="stack">
      <h2 id="start">Query from your own code</h2>
      <p className="soft">Each of these counts the questions with music that test reasoning, on this server.</p>
      <Segments
        label="Ways in"
        choices={all.map(({ name }) => ({ id: name, label: name }))}
        picked={picked}
        onPick={setPicked}
      />
      <div className="card snippet">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a text that is wider than a phone is scrolled by keyboard. */}
        <pre tabIndex={0}>
          <code>{code}</code>
        </pre>
        <CopyButton text={code} label={`Copy the ${picked} snippet`} />
      </div>
    </section>
  );
}
