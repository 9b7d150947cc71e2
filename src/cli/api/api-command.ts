import { Command, Option } from "commander";
import { collectValues, collectWords } from "../output/option-values.ts";
import type { ApiOptions } from "./api.ts";

export const apiCommand = (): Command =>
  new Command("api")
    .description("send a GraphQL query or mutation and print the response")
    .argument("[query]", "the query, or @file (default: standard input)")
    .option("--input <file>", "a file with the query or a JSON request { query, variables }; - for standard input")
    .option(
      "-F, --field <name=value>",
      "a variable, read as JSON if it is valid JSON, else as text; @file reads a file; repeatable",
      collectValues,
    )
    .option("-f, --raw-field <name=text>", "a variable that is always text; repeatable", collectValues)
    .option("--paginate", "fetch all pages of a connection; the query needs $endCursor and pageInfo")
    .addOption(
      new Option("--json <fields>", "print only these fields of the listed objects: key,task.slug")
        .argParser(collectWords)
        .conflicts("jq"),
    )
    .option("-q, --jq <filter>", "apply a jq filter to the response; strings are printed without quotes")
    .addHelpText("after", EXAMPLES)
    .action(async (query: string | undefined, options: ApiOptions) => {
      const { api } = await import("./api.ts");
      await api(query, options);
    });

const EXAMPLES = `
Variables: -F n=5 is a number, -F all=true a boolean, -F filter=@filter.json the contents of the file; -f n=5 is the text "5".
If the response has errors, it is printed all the same, each error goes to stderr with its code and path, and the exit code is 1.

Examples:
  $ omnidex api '{ viewer { owner } }'
  $ omnidex api @query.graphql -F filter=@filter.json -F n=5
  $ omnidex api '{ benchmarks { slug questionCount } }' --json slug,questionCount
  $ omnidex api '{ benchmarks { slug questionCount } }' --jq '.data.benchmarks[] | select(.questionCount > 0) | .slug'
  $ omnidex api --paginate --json key 'query ($endCursor: String) {
      questions(first: 1000, after: $endCursor) { nodes { key } pageInfo { hasNextPage endCursor } } }'`;
