import { plainText } from "../../domain/texts.ts";
import { compileJq } from "../../formats/recipes/jq.ts";
import { findConnection, type ServerConnection } from "../connection/server-connection.ts";
import { hintOfCode } from "../failure/command-failure.ts";
import { complain, printJsonArray, writeOutput } from "../output/printing.ts";
import { listed, selectFields } from "../output/selected-fields.ts";
import { ReportedFailure, UsageError } from "../output/usage-error.ts";
import {
  checkVariables,
  type GraphqlAnswer,
  type GraphqlDocument,
  type GraphqlError,
  NamedFiles,
  postGraphql,
  readDocument,
  readVariables,
  type VariableOptions,
} from "./api-request.ts";

/** The variable that takes the cursor of the next page, as in `gh api graphql --paginate`. */
const CURSOR = "endCursor";

const EXAMPLE =
  "As in: query ($endCursor: String) { runs(after: $endCursor) { nodes { id } pageInfo { hasNextPage endCursor } } }";

/** Checks that a query can be paged through. @throws {UsageError} if it takes no cursor */
function requireCursor(query: string): void {
  if (!new RegExp(`\\$${CURSOR}\\b`).test(query))
    throw new UsageError(`--paginate needs a query that takes the variable $${CURSOR}.`, EXAMPLE);
}

/** The cursor of the next page; null after the last. @throws {UsageError} if there is not exactly one `pageInfo` */
function nextCursor({ data }: GraphqlAnswer, before: string | null): string | null {
  const found = pageInfos(data ?? {}, "data");
  const [only, other] = found;
  if (only === undefined)
    throw new UsageError("--paginate needs a query that asks for pageInfo { hasNextPage endCursor }.", EXAMPLE);
  if (other !== undefined)
    throw new UsageError(
      `--paginate follows one connection; the answer has pageInfo at ${found.map(({ path }) => path).join(" and ")}.`,
      "Ask for pageInfo in only one of them.",
    );
  const { hasNextPage, endCursor } = only.pageInfo;
  if (hasNextPage === undefined || endCursor === undefined)
    throw new UsageError("--paginate needs pageInfo with both hasNextPage and endCursor.", EXAMPLE);
  if (hasNextPage !== true || typeof endCursor !== "string") return null;
  if (endCursor === before)
    throw new UsageError(
      "The next page is the same page.",
      `The query must pass the variable on, as in after: $${CURSOR}.`,
    );
  return endCursor;
}

interface FoundPageInfo {
  readonly path: string;
  readonly pageInfo: Readonly<Record<string, unknown>>;
}

function pageInfos(value: unknown, path: string): readonly FoundPageInfo[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    name === "pageInfo" && typeof inner === "object" && inner !== null
      ? [{ path, pageInfo: { ...inner } }]
      : pageInfos(inner, `${path}.${name}`),
  );
}

export interface ApiOptions extends VariableOptions {
  readonly input?: string;
  readonly paginate?: boolean;
  readonly json?: readonly string[];
  readonly jq?: string;
}

/**
 * Sends a query and prints the response, or the requested part of it. GraphQL errors in the response also go to stderr
 * and make the command fail.
 *
 * @throws ReportedFailure if a response has errors
 */
export async function api(argument: string | undefined, options: ApiOptions): Promise<void> {
  const files = new NamedFiles();
  const print = printer(options);
  const asked = await readDocument(argument, options.input, files);
  const document = { ...asked, variables: { ...asked.variables, ...(await readVariables(options, files)) } };
  checkVariables(document);
  if (options.paginate) requireCursor(document.query);
  let hasErrors = false;
  const report = (errors: readonly GraphqlError[]): void => {
    if (errors.length === 0) return;
    hasErrors = true;
    reportErrors(errors);
  };
  await print(answers(await findConnection(process.env), document, options.paginate === true, report));
  if (hasErrors) throw new ReportedFailure();
}

/** The response, or one response per page. Ends after a response with errors. */
async function* answers(
  connection: ServerConnection,
  document: GraphqlDocument,
  paginate: boolean,
  report: (errors: readonly GraphqlError[]) => void,
): AsyncGenerator<GraphqlAnswer> {
  for (let cursor: string | null = null; ; ) {
    const variables = cursor === null ? document.variables : { ...document.variables, [CURSOR]: cursor };
    const answer = await postGraphql(connection, { ...document, variables });
    const next: string | null =
      paginate && answer.errors === undefined && answer.data ? nextCursor(answer, cursor) : null;
    report(answer.errors ?? []);
    yield answer;
    if (next === null) return;
    cursor = next;
  }
}

type Print = (answers: AsyncIterable<GraphqlAnswer>) => Promise<void>;

/** Returns the function that prints responses as the options ask. @throws {UsageError} for an invalid jq filter */
function printer({ jq: filter, json: fields }: ApiOptions): Print {
  if (fields !== undefined) return (all) => printJsonArray(rows(all, fields));
  if (filter !== undefined) {
    const compiled = compileFilter(filter);
    return async (all) => {
      for await (const answer of all) {
        // Without data, the filter would fail too, and its failure would hide the response's own errors.
        const values = answer.data ? compiled(answer) : [];
        for (const value of values) await writeOutput(`${textOf(value)}\n`);
      }
    };
  }
  return async (all) => {
    for await (const answer of all) await writeOutput(`${JSON.stringify(answer, null, 2)}\n`);
  };
}

async function* rows(all: AsyncIterable<GraphqlAnswer>, fields: readonly string[]) {
  for await (const answer of all) if (answer.data) yield* selectedRows(answer, fields);
}

function compileFilter(filter: string): (answer: GraphqlAnswer) => readonly unknown[] {
  const said = <T>(work: () => T): T => {
    try {
      return work();
    } catch (error) {
      const reason = plainText(error instanceof Error ? error.message : String(error));
      throw new UsageError(
        `The filter '${filter}' fails: ${reason}`,
        "Filters are written in jq's language, as in '.data.benchmarks[].slug'.",
      );
    }
  };
  const compiled = said(() => compileJq(filter));
  return (answer) => said(() => [...compiled.run(answer)]);
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

function reportErrors(errors: readonly GraphqlError[]): void {
  for (const { message, path, locations, extensions } of errors) {
    const place = path?.join(".") ?? locations?.map(({ line, column }) => `${line}:${column}`).join(", ");
    complain(`omnidex: ${plainText(message)}`);
    complain(plainText(`${extensions?.code ?? "an error without a code"}${place === undefined ? "" : ` at ${place}`}`));
  }
  const hint = hintOfCode(errors[0]?.extensions?.code);
  if (hint !== null) complain(hint);
}

/**
 * The objects of a response, each reduced to the fields at these paths: the nodes of a connection, the items of a list, or
 * a single object.
 * @throws {UsageError} if the query has several root fields, or does not ask for one of the fields
 */
function selectedRows({ data }: GraphqlAnswer, paths: readonly string[]): readonly unknown[] {
  const roots = Object.entries(data ?? {});
  const [root, other] = roots;
  if (other !== undefined)
    throw new UsageError(
      `--json needs a query with one root field; this one has ${roots.map(([name]) => name).join(", ")}.`,
      "--jq works with any response.",
    );
  const value = root?.[1];
  if (value === null || value === undefined) return [];
  return (listed(value) ?? [value]).map((row) => selectFields(row, paths));
}
