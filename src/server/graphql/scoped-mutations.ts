import { type GraphQLField, type GraphQLSchema, getNamedType, isInputObjectType } from "graphql";
import { requireCaller } from "../access/required-callers.ts";
import { requireScope } from "../access/required-scopes.ts";
import type { Mutation } from "../generated/schema-types.ts";
import { sealDueBoards } from "../hosting/seal-boards.ts";
import { type RequiredAccess, requiredAccess } from "./access-rules.ts";
import type { RequestContext } from "./resolvers/request-context.ts";

/** The mutations that change what a leaderboard shows. */
const MOVING: ReadonlySet<string> = new Set<keyof Mutation>([
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

/**
 * Makes every mutation first look the caller up in the database, and check what the schema's `@requires` states. Writes the
 * audit log: changes are recorded in the transactions that make them, and failed administrative attempts are recorded on
 * their own.
 * @throws Error for a mutation without `@requires`, and for a mutation for maintainers whose input has no field `benchmark`
 */
export function scopeMutations(schema: GraphQLSchema): GraphQLSchema {
  for (const field of Object.values(schema.getMutationType()?.getFields() ?? {})) {
    const { name, resolve } = field;
    if (resolve === undefined) throw new Error(`the mutation '${name}' has no resolver`);
    const required = requiredAccess(schema, field);
    const { scope, caller } = required;
    if (caller === "MAINTAINER") requireBenchmark(field);
    field.resolve = async (source, args: MutationArguments, context: RequestContext, info) => {
      try {
        await context.confirmViewer();
        requireScope(context.viewer, scope, name);
        requireCaller(context.viewer, { mutation: name, caller, benchmark: args.input?.benchmark ?? "" });
        // The final leaderboards of closed challenges are stored before a mutation can change a leaderboard.
        if (MOVING.has(name)) await sealDueBoards(context.runs.database);
        return await resolve(source, args, audited(context, name, args.input), info);
      } catch (error) {
        if (isAdministrative(required)) await context.audit.failed(name, args.input, error);
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

/**
 * Whether failed calls of a mutation are recorded in the audit log: those of maintainers and administrators, and of
 * mutations that change keys.
 */
const isAdministrative = ({ scope, caller }: RequiredAccess): boolean =>
  caller === "KEY_ITSELF" || scope === "MAINTAIN" || scope === "ADMIN";

function requireBenchmark({ name, args }: GraphQLField<unknown, RequestContext>): void {
  const input = getNamedType(args[0]?.type);
  if (!isInputObjectType(input) || input.getFields().benchmark === undefined)
    throw new Error(`the input of '${name}' names no benchmark`);
}

/** The context of one mutation, with a database that records the mutation's changes in the audit log. */
function audited(context: RequestContext, mutation: string, input: unknown): RequestContext {
  const runs = { ...context.runs, database: context.audit.changes(mutation, input) };
  return Object.create(context, { runs: { value: runs } }) as RequestContext;
}
