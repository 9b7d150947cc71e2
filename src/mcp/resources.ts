/** Reads a text that a server has at a path. */
export type ReadPage = (path: string) => Promise<string>;

/** A page of a server that agents may read. */
interface Page {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly path: string;
  readonly mimeType: string;
}

const doc = (name: string, title: string, description: string): Page => ({
  name,
  title,
  description,
  path: `/docs/${name}.md`,
  mimeType: "text/markdown",
});

/** The pages that explain the answers of the tools, in the order in which they are listed. */
export const PAGES: readonly Page[] = [
  {
    name: "schema",
    title: "GraphQL schema",
    description: "Every type and field of the API, with QuestionFilter, the language of slices",
    path: "/schema.graphql",
    mimeType: "text/plain",
  },
  doc("glossary", "Glossary", "What the words mean: slice, run, outcome, level, coarse score"),
  doc("scoring", "Scoring", "How a response becomes a score, an interval and a p-value"),
  doc("extractors", "Extractors", "How answers are read out of responses, and where harnesses differ"),
  doc("item-analysis", "Item analysis", "The statistics of questions and how many runs they need"),
  doc("submitting", "Submitting", "The files and rows of a submission"),
  doc("recipes", "Recipes", "How any benchmark's files become its questions"),
  doc("hidden-answers", "Hidden answers", "What a hidden release shows, and why scores are coarse there"),
];

export const RESOURCES = PAGES.map((page) => ({ ...page, uri: `omnidex://${page.name}` }));
