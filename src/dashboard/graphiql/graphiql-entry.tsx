import "graphiql/style.css";
import "@graphiql/plugin-explorer/style.css";
import "./graphiql.css";
import { explorerPlugin } from "@graphiql/plugin-explorer";
import { createGraphiQLFetcher } from "@graphiql/toolkit";
import { GraphiQL } from "graphiql";
import { createRoot } from "react-dom/client";
import { apiKey } from "../data/api-key.ts";
import { nameEditors } from "./editor-names.ts";

/** The tabs that GraphiQL opens with: one for each of the most common queries. */
const EXAMPLES = [
  {
    query: `# The questions of a slice: music, reasoning, videos of more than ten minutes.
query Slice {
  questions(
    filter: { audioTypes: { any: [MUSIC] }, levels: [REASONING], durationSeconds: { gt: 600 } }
    first: 5
  ) {
    totalCount
    nodes { benchmark { slug } key text options { label text } video { durationSeconds } }
  }
}
`,
  },
  {
    query: `# A leaderboard over a similar slice, with intervals and the ranks that they allow.
query Leaderboard($benchmark: String!, $filter: QuestionFilter) {
  leaderboard(benchmark: $benchmark, filter: $filter, first: 10) {
    questions
    nodes { rank rankRange { best worst } model { name } value ... on RankedRun { score { n interval { lower upper } } } }
  }
}
`,
    variables: `{ "benchmark": "omnidex-demo", "filter": { "levels": ["REASONING"] } }`,
  },
  {
    query: `# Where the latest run is strong and weak.
query Breakdown {
  runs(first: 1) {
    nodes {
      model { name }
      score { value n interval { lower upper } chance }
      breakdown(by: [LEVEL]) { keys { label } score { value n interval { lower upper } } }
    }
  }
}
`,
  },
];

const plugins = [explorerPlugin()];

/** Sends the key of this tab with every request, as the dashboard does. */
const fetcher = createGraphiQLFetcher({
  url: "/graphql",
  fetch: (input, init) => {
    const headers = new Headers(init?.headers);
    const key = apiKey();
    if (key !== null && !headers.has("authorization")) headers.set("authorization", `Bearer ${key}`);
    return fetch(input, { ...init, headers });
  },
});

const root = document.getElementById("root");
if (root === null) throw new Error("The page has no element with the id 'root'.");
nameEditors(root);
const given = new URLSearchParams(location.search);
const query = given.get("query");
createRoot(root).render(
  <GraphiQL
    fetcher={fetcher}
    plugins={plugins}
    {...(query !== null && { query, variables: given.get("variables") ?? "" })}
    defaultTabs={EXAMPLES}
    shouldPersistHeaders={false}
  >
    <GraphiQL.Logo>
      <a href="/" className="back">
        ← Omnidex
      </a>
    </GraphiQL.Logo>
  </GraphiQL>,
);
