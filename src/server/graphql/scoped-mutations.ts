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
 * Makes every mutation refuse a key without its scope, and a caller whom the access table does not name, before
 * anything else happens. Writes the audit log: a mutation's changes in their own transactions, and administrative
 * attempts that fail.
 * @throws Error for a mutation without an entry in the tables, and for a maintainers' mutation whose input names no
 * benchmark
 */
export function scopeMutations(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const { name, resolve } = field;
    const scope = SCOPES.get(name);
    if (scope === undefined || resolve === undefined) throw new Error(`the mutation '${name}' has no scope`);
    requireEntry(field);
    field.resolve = async (source, args: MutationArguments, context: RequestContext, info) => {
      try {
        requireScope(context.viewer, scope, name);
        requireCaller(context.viewer, name, args.input?.benchmark ?? "");
        // The final boards of closed challenges are stored before a mutation can move a board.
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
  /** The mutations of maintainers name the benchmark. */
  readonly input?: { readonly benchmark?: string };
}

function requireEntry({ name, args }: GraphQLField<unknown, RequestContext>): void {
  const caller = callerOf(name);
  if (caller === undefined) throw new Error(`the access table does not say who may call '${name}'`);
  const input = getNamedType(args[0]?.type);
  if (caller === "maintainer" && !(isInputObjectType(input) && input.getFields().benchmark !== undefined))
    throw new Error(`the input of '${name}' names no benchmark`);
}

/** The context of one mutation, whose changes are recorded. */
function audited(context: RequestContext, mutation: string, input: unknown): RequestContext {
  const runs = { ...context.runs, database: context.audit.changes(mutation, input) };
  return Object.create(context, { runs: { value: runs } }) as RequestContext;
}
