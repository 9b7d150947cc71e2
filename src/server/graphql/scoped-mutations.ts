import { type GraphQLField, type GraphQLSchema, getNamedType, isInputObjectType } from "graphql";
import type { KeyScope } from "../../domain/key-scope.ts";
import type { RequestContext } from "../resolvers/request-context.ts";
import { callerOf, requireCaller } from "../services/access/required-callers.ts";
import { isAdministrative, MUTATION_SCOPES, requireScope } from "../services/access/required-scopes.ts";
import { sealDueBoards } from "../services/challenges/seal-boards.ts";

/** The mutations that change what a leaderboard shows. */
const MOVING: ReadonlySet<string> = new Set<keyof typeof MUTATION_SCOPES>([
  "updateRun",
  "nameRun",
  "withdrawRun",
  "restoreRun",
  "rescoreRun",
  "updateModel",
  "correctAnswers",
  "useRelease",
  "configureChallenge",
  "mergeOwners",
  "separateOwner",
]);

const SCOPES: ReadonlyMap<string, KeyScope> = new Map(Object.entries(MUTATION_SCOPES));

/**
 * Makes every mutation first look the caller up in the database, and check the scope of the caller's key and the access
 * table. Writes the audit log: changes
 * are recorded in the transactions that make them, and failed administrative attempts are recorded on their own.
 * @throws Error for a mutation without a scope or an entry in the access table, and for a mutation for maintainers
 *   whose input has no field `benchmark`
 */
export function scopeMutations(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const { name, resolve } = field;
    const scope = SCOPES.get(name);
    if (scope === undefined || resolve === undefined) throw new Error(`the mutation '${name}' has no scope`);
    requireEntry(field);
    field.resolve = async (source, args: MutationArguments, context: RequestContext, info) => {
      try {
        await context.confirmViewer();
        requireScope(context.viewer, scope, name);
        requireCaller(context.viewer, name, args.input?.benchmark ?? "");
        // The final leaderboards of closed challenges are stored before a mutation can change a leaderboard.
        if (MOVING.has(name)) await sealDueBoards(context.runs.database);
        return await resolve(source, args, audited(context, name, args.input), info);
      } catch (error) {
        if (isAdministrative(name)) await context.audit.failed(name, args.input, error);
        throw error;
      }
    };
  }
  return schema;
}

interface MutationArguments {
  /** The input of every mutation for maintainers has the field `benchmark`. */
  readonly input?: { readonly benchmark?: string };
}

function requireEntry({ name, args }: GraphQLField<unknown, RequestContext>): void {
  const caller = callerOf(name);
  if (caller === undefined) throw new Error(`the access table does not say who may call '${name}'`);
  const input = getNamedType(args[0]?.type);
  if (caller === "maintainer" && !(isInputObjectType(input) && input.getFields().benchmark !== undefined))
    throw new Error(`the input of '${name}' names no benchmark`);
}

/** The context of one mutation, with a database that records the mutation's changes in the audit log. */
function audited(context: RequestContext, mutation: string, input: unknown): RequestContext {
  const runs = { ...context.runs, database: context.audit.changes(mutation, input) };
  return Object.create(context, { runs: { value: runs } }) as RequestContext;
}
