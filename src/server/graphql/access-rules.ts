import {
  type ConstDirectiveNode,
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  type GraphQLSchema,
  getDirectiveValues,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
} from "graphql";
import type { ArgumentAccess, FieldAccess, KeyScope, MutationCaller } from "../generated/schema-types.ts";

/** Rules by the type or the field that has them, and by name. */
export type AccessRules<Rule> = Readonly<Record<string, Readonly<Record<string, Rule>>>>;

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
export interface RequiredAccess {
  /** The scope that the API key needs. */
  readonly scope: KeyScope;
  readonly caller: MutationCaller;
}

/**
 * Who may call a mutation, from its directive `@requires`.
 * @throws Error for a mutation without the directive
 */
export function requiredAccess(schema: GraphQLSchema, mutation: GraphQLField<unknown, never>): RequiredAccess {
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
