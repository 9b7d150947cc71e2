export interface Snippet {
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
    { name: "CLI", code: `OMNIDEX_URL=${origin} npx omnidex questions --audio music --level reasoning --count` },
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
