import { PAGES } from "./resources.ts";

/**
 * What this server is and where everything is, for language models.
 * @param root the server's own address
 * @see https://llmstxt.org
 */
export const llmsText = (root: string): string => `# Omnidex

> An index of omni-modal video benchmarks with the answer key on the server: ask for questions with one filter language, post a model's raw outputs, and get scores with error bars for any slice of questions.

Public data need no key; \`Authorization: Bearer omx_…\` is for private runs and for writing. Compare runs with paired tests (\`compareRuns\`, or the tool \`compare_runs\`): a higher score alone does not show that a model is better.

## Endpoints

- [MCP](${root}/mcp): tools for agents over Streamable HTTP; [how to connect](${root}/docs/mcp.md)
- [GraphQL](${root}/graphql): every query and mutation, by POST; [HTTP](${root}/docs/http.md) describes limits and errors
- [Python](${root}/python/omnidex/): \`pip install omnidex --index-url ${root}/python/\`
- [Dashboard](${root}/): leaderboards, runs and comparisons as pages

## Documentation

${PAGES.map(({ title, path, description }) => `- [${title}](${root}${path}): ${description}`).join("\n")}

## Optional

- [Command line](${root}/docs/cli.md): the same from a shell
- [TypeScript SDK](${root}/docs/sdk.md): a typed client
- [Limits](${root}/docs/limits.md): what a server limits for each caller
`;
