import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { counted } from "../../../domain/counted.ts";
import { isMeanOfQuestions, partialText } from "../../../domain/official-value.ts";
import { isOtherSize } from "../../../domain/paper-size.ts";
import type { Benchmark } from "../../../sdk/index.ts";
import { date, questionsText, valueText } from "../../data/figures-text.ts";
import { benchmarkCardQuery } from "../../data/queries.ts";
import { titleParts } from "../../data/titles.ts";
import { type BarPart, ShareBar } from "../../figures/share-bar.tsx";
import type { BenchmarkCardQuery } from "../../generated/operations.ts";

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

export function BenchmarkCard({ benchmark }: { readonly benchmark: Benchmark }) {
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
