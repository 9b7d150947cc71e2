import type { GraphQLSchema } from "graphql";
import { decodeNodeId } from "../../domain/node-id.ts";
import type { Viewer } from "../../domain/viewer.ts";
import { withValues } from "../db/statement.ts";
import { runText } from "../plan/root-text.ts";
import type { SelectedField } from "../plan/selection.ts";
import { UntoldError } from "../plan/untold-error.ts";
import type { RequestContext } from "../resolvers/request-context.ts";
import { type PlainResolver, plainResolver } from "./plain-resolver.ts";
import type { Variables } from "./prepared-operation.ts";
import type { RootAnswer } from "./root-answers.ts";
import { NOTHING_TOLD, valueWriter } from "./value-writer.ts";

/** The fields of a run that its services compute from score vectors. */
const COMPUTED: ReadonlySet<string> = new Set(["score", "counts", "breakdown", "levels", "scoringNotes"]);

/** What one field of the run adds to the answer: a column of its statement, or what a resolver makes of the run. */
type Part = { readonly key: string } & (
  | { readonly column: number }
  | { readonly field: SelectedField; readonly resolve: PlainResolver; readonly write: (value: unknown) => string }
);

/** `Query.run`: one statement for what is stored, and what is computed in its place among that. */
export function runAnswer(schema: GraphQLSchema, field: SelectedField, viewer: Viewer): RootAnswer["text"] {
  const fields = field.answered();
  const stored = fields.filter(({ name }) => !COMPUTED.has(name));
  const plan = runText(stored, viewer);
  const parts = fields.map((child) => partOf(schema, child, stored));
  return async (context, variables) => {
    const decoded = decodeNodeId(String(field.argsWith(variables).id));
    if (decoded?.type !== "Run") return "null";
    context.cost.charge(plan.cost);
    const [row] = await context.database.query<RunRow>(withValues(plan.statement, { key: decoded.key }));
    if (row === undefined) return "null";
    const texts = await Promise.all(parts.map((part) => partText(part, row, context, variables)));
    return `{${texts.join()}}`;
  };
}

/** `$run` and what else resolvers read; the stored fields, each as JSON, in their order. */
interface RunRow {
  readonly run: object;
  readonly fields: readonly string[];
}

function partOf(schema: GraphQLSchema, field: SelectedField, stored: readonly SelectedField[]): Part {
  const key = `${JSON.stringify(field.responseKey)}:`;
  if (!COMPUTED.has(field.name)) return { key, column: stored.indexOf(field) };
  const { write, note } = valueWriter(schema, field);
  if (note !== null) throw new UntoldError(`Run.${field.name} refers to other objects`);
  const resolve = plainResolver(schema, "Run", field.name);
  return { key, field, resolve, write: (value) => write(value, NOTHING_TOLD) };
}

async function partText(part: Part, row: RunRow, context: RequestContext, variables: Variables): Promise<string> {
  if ("column" in part) return part.key + (row.fields[part.column] ?? "null");
  const value = await part.resolve(row.run, part.field.argsWith(variables), context);
  return part.key + part.write(value);
}
