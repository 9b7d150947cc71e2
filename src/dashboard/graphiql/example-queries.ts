/** The tabs that GraphiQL opens with: one for each of the most common queries. */
export const EXAMPLES = [
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
