import {
  type ConstDirectiveNode,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getDirectiveValues,
  getNamedType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from "graphql";
import { requireCaller, requireScope } from "../access/required-callers.ts";
import type { ArgumentAccess, FieldAccess, KeyScope, Mutation, MutationCaller } from "../generated/schema-types.ts";
import { sealDueBoards } from "../hosting/seal-boards.ts";
import type { RequestContext } from "./resolvers/resolver.ts";

/** Rules by the type or the field that has them, and by name. */
type AccessRules<Rule> = Readonly<Record<string, Readonly<Record<string, Rule>>>>;

/** A part of a schema that may have directives. */
interface Part {
  readonly astNode?: { readonly directives?: readonly ConstDirectiveNode[] } | null | undefined;
}

/**
 * The rule of every field of a schema, by type and field, from its directives `@access`. `test/server/access/walk` compares
 * it with what the server returns.
 * @throws Error for a field without a rule whose type has none either
 */
export const fieldAccess = (schema: GraphQLSchema): AccessRules<FieldAccess> =>
  byOwner(outputTypes(schema), (type) => [
    type.name,
    rulesOf<FieldAccess>(schema, "access", Object.values(type.getFields()), type),
  ]);

/**
 * The rule of every argument of a schema, by field and argument, such as `Run.score` and `board`, from its directives
 * `@argumentAccess`. Without one, an argument of a mutation is CALL, and any other is INHERITED.
 */
export const argumentAccess = (schema: GraphQLSchema): AccessRules<ArgumentAccess> =>
  byOwner(
    outputTypes(schema).flatMap((type) => Object.values(type.getFields()).map((field) => ({ type, field }))),
    ({ type, field: { name, args } }) => [
      `${type.name}.${name}`,
      rulesOf<ArgumentAccess>(
        schema,
        "argumentAccess",
        args,
        null,
        type === schema.getMutationType() ? "CALL" : "INHERITED",
      ),
    ],
  );

/**
 * The rule of every field of the inputs of a schema, by type and field, from its directives `@argumentAccess`.
 * @throws Error for a field without a rule whose type has none either
 */
export const inputAccess = (schema: GraphQLSchema): AccessRules<ArgumentAccess> =>
  byOwner(Object.values(schema.getTypeMap()).filter(isInputObjectType), (type) => [
    type.name,
    rulesOf<ArgumentAccess>(schema, "argumentAccess", Object.values(type.getFields()), type),
  ]);

const outputTypes = (schema: GraphQLSchema): readonly (GraphQLObjectType | GraphQLInterfaceType)[] =>
  Object.values(schema.getTypeMap()).filter(
    (type): type is GraphQLObjectType | GraphQLInterfaceType =>
      (isObjectType(type) || isInterfaceType(type)) && !type.name.startsWith("__"),
  );

/** The rules of each owner that has any, by the owner's name. */
const byOwner = <Owner, Rule>(
  owners: readonly Owner[],
  rulesOfOwner: (owner: Owner) => readonly [name: string, rules: Readonly<Record<string, Rule>>],
): AccessRules<Rule> =>
  Object.fromEntries(owners.map(rulesOfOwner).filter(([, rules]) => Object.keys(rules).length > 0));

/** The rule of each part: its own, else that of its type, else `usual`. */
function rulesOf<Rule>(
  schema: GraphQLSchema,
  directive: string,
  parts: readonly (Part & { readonly name: string })[],
  type: (Part & { readonly name: string }) | null,
  usual?: Rule,
): Readonly<Record<string, Rule>> {
  const common = type === null ? undefined : directiveOf(schema, directive, type)?.rule;
  const rules = parts.map((part) => {
    const rule = directiveOf(schema, directive, part)?.rule ?? common ?? usual;
    if (rule === undefined)
      throw new Error(`'${type?.name}.${part.name}' has no rule: give it or its type @${directive}`);
    return [part.name, rule as Rule] as const;
  });
  return Object.fromEntries(rules);
}

/** Who may call a mutation. */
interface RequiredAccess {
  /** The scope that the API key needs. */
  readonly scope: KeyScope;
  readonly caller: MutationCaller;
}

/**
 * Who may call a mutation, from its directive `@requires`.
 * @throws Error for a mutation without the directive
 */
function requiredAccess(schema: GraphQLSchema, mutation: GraphQLField<unknown, never>): RequiredAccess {
  const values = directiveOf(schema, "requires", mutation);
  if (values === undefined) throw new Error(`the mutation '${mutation.name}' has no @requires`);
  return values as unknown as RequiredAccess;
}

/** Who may call each mutation of a schema, by its name. */
export const mutationAccess = (schema: GraphQLSchema): Readonly<Record<string, RequiredAccess>> =>
  Object.fromEntries(
    Object.values(schema.getMutationType()?.getFields() ?? {}).map((field) => [
      field.name,
      requiredAccess(schema, field),
    ]),
  );

function directiveOf(schema: GraphQLSchema, name: string, { astNode }: Part): Record<string, unknown> | undefined {
  const definition = schema.getDirective(name);
  return definition == null || astNode == null ? undefined : getDirectiveValues(definition, astNode);
}

/** The mutations that change what a leaderboard shows. */
const MOVING: ReadonlySet<string> = new Set<keyof Mutation>([
  "updateRun",
  "nameRun",
  "chooseFinalRuns",
  "discloseScores",
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
