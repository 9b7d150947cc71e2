import {
  type ConstDirectiveNode,
  type GraphQLField,
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
export function fieldAccess(schema: GraphQLSchema): AccessRules<FieldAccess> {
  const rules = Object.values(schema.getTypeMap()).flatMap((type) => {
    if (type.name.startsWith("__") || !(isObjectType(type) || isInterfaceType(type))) return [];
    const own = Object.values(type.getFields()).map((field) => {
      const rule = ruleOf(schema, "access", field) ?? ruleOf(schema, "access", type);
      if (rule === undefined) throw new Error(`'${type.name}.${field.name}' has no rule: give it or its type @access`);
      return [field.name, rule as FieldAccess] as const;
    });
    return [[type.name, Object.fromEntries(own)] as const];
  });
  return Object.fromEntries(rules);
}

/**
 * The rule of every argument of a schema, by field and argument, such as `Run.score` and `board`, from its directives
 * `@argumentAccess`.
 */
export function argumentAccess(schema: GraphQLSchema): AccessRules<ArgumentAccess> {
  const rules = Object.values(schema.getTypeMap()).flatMap((type) => {
    if (type.name.startsWith("__") || !(isObjectType(type) || isInterfaceType(type))) return [];
    const common = type === schema.getMutationType() ? "CALL" : "INHERITED";
    return Object.values(type.getFields())
      .filter(({ args }) => args.length > 0)
      .map(({ name, args }) => {
        const own = args.map(
          (argument) => [argument.name, ruleOf(schema, "argumentAccess", argument) ?? common] as const,
        );
        return [`${type.name}.${name}`, Object.fromEntries(own) as Record<string, ArgumentAccess>] as const;
      });
  });
  return Object.fromEntries(rules);
}

/**
 * The rule of every field of the inputs of a schema, by type and field.
 * @throws Error for a field without a rule whose type has none either
 */
export function inputAccess(schema: GraphQLSchema): AccessRules<ArgumentAccess> {
  const rules = Object.values(schema.getTypeMap()).flatMap((type) => {
    if (!isInputObjectType(type)) return [];
    const own = Object.values(type.getFields()).map((field) => {
      const rule = ruleOf(schema, "argumentAccess", field) ?? ruleOf(schema, "argumentAccess", type);
      if (rule === undefined)
        throw new Error(`'${type.name}.${field.name}' has no rule: give it or its type @argumentAccess`);
      return [field.name, rule as ArgumentAccess] as const;
    });
    return [[type.name, Object.fromEntries(own)] as const];
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

const ruleOf = (schema: GraphQLSchema, directive: string, part: Part): unknown =>
  directiveOf(schema, directive, part)?.rule;

function directiveOf(schema: GraphQLSchema, name: string, { astNode }: Part): Record<string, unknown> | undefined {
  const definition = schema.getDirective(name);
  return definition == null || astNode == null ? undefined : getDirectiveValues(definition, astNode);
}
