import { compile } from "@michaelhomer/jqjs";
import { plainText } from "../../domain/printable-text.ts";
import { findConnection, type ServerConnection } from "../connection/server-connection.ts";
import { complain, printJsonArray } from "../output/printing.ts";
import { writeOutput } from "../output/standard-output.ts";
import { ReportedFailure, UsageError } from "../output/usage-error.ts";
import { hintOfCode } from "../slice/command-failure.ts";
import { selectedRows } from "./api-fields.ts";
import { type GraphqlDocument, readDocument } from "./graphql-document.ts";
import { NamedFiles } from "./named-files.ts";
import { CURSOR, nextCursor, requireCursor } from "./next-page.ts";
import { type GraphqlAnswer, type GraphqlError, postGraphql } from "./post-graphql.ts";
import { checkVariables, readVariables, type VariableOptions } from "./variables.ts";

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
  const compiled = said(() => compile(filter));
  return (answer) => said(() => [...compiled(answer)]);
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
