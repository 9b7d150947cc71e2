import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Benchmark, Facet } from "../../../sdk/index.ts";
import { date, questionsText } from "../../data/figures-text.ts";
import { benchmarkFacetsQuery } from "../../data/queries.ts";
import { type BarPart, ShareBar } from "../../figures/share-bar.tsx";

/** The colours of the values: the same on every card, and in this order. */
const COLOURS: Readonly<Record<string, Readonly<Record<string, BarPart["colour"]>>>> = {
  LEVEL: { PERCEPTION: 1, UNDERSTANDING: 2, REASONING: 3, SENSATION: 4 },
  AUDIO_TYPE: { SPEECH: 1, SOUND: 2, MUSIC: 3 },
};

const parts = ({ dimension, values }: Facet): BarPart[] =>
  values
    .map(({ key, label, questions }) => ({ key, label, n: questions, colour: COLOURS[dimension]?.[key] ?? 7 }))
    .sort((a, b) => a.colour - b.colour);

const TITLES: Readonly<Record<string, string>> = { LEVEL: "Questions by level", AUDIO_TYPE: "Questions by audio type" };

export function BenchmarkCard({ benchmark }: { readonly benchmark: Benchmark }) {
  const { slug, title, description, questionCount, videoCount, synthetic, license, release } = benchmark;
  const { data } = useQuery(benchmarkFacetsQuery(slug));
  return (
    <li className="card benchmark-card">
      <h2>
        <Link to="/benchmarks/$benchmark" params={{ benchmark: slug }} className="name card-link">
          {title}
        </Link>
      </h2>
      {description !== null && <p className="soft small name">{description}</p>}
      <p>
        {questionsText(questionCount, videoCount)}
        {synthetic && <span className="tag warn">synthetic</span>}
      </p>
      <div className="benchmark-bars">
        {data
          ?.filter(({ values }) => values.length > 0)
          .map((facet) => (
            <ShareBar key={facet.dimension} title={TITLES[facet.dimension] ?? ""} parts={parts(facet)} />
          ))}
      </div>
      <p className="faint small">
        {release !== null && `Release ${release.version}, ${date(release.importedAt)}`}
        {license !== null && ` · ${license}`}
      </p>
    </li>
  );
}
