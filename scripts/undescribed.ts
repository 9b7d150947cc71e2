import {
  type GraphQLNamedType,
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
  isSpecifiedScalarType,
} from "graphql";

interface Described {
  readonly description?: string | null | undefined;
}

type Part = readonly [name: string, part: Described];

/**
 * The types, fields, arguments, input fields and enum values of a schema that have no description. The descriptions are
 * the reference of the API: explorers, the generated types and the SDK show them.
 */
export const undescribed = (schema: GraphQLSchema): readonly string[] =>
  Object.values(schema.getTypeMap())
    .filter((type) => !isIntrospectionType(type) && !isSpecifiedScalarType(type))
    .flatMap((type) => [[type.name, type] as Part, ...partsOf(type)])
    .filter(([, { description }]) => !description?.trim())
    .map(([name]) => name);

function partsOf(type: GraphQLNamedType): readonly Part[] {
  if (isEnumType(type)) return type.getValues().map((value) => [`${type.name}.${value.name}`, value]);
  if (isInputObjectType(type))
    return Object.values(type.getFields()).map((field) => [`${type.name}.${field.name}`, field]);
  if (!isObjectType(type) && !isInterfaceType(type)) return [];
  return Object.values(type.getFields()).flatMap((field) => {
    const name = `${type.name}.${field.name}`;
    return [[name, field], ...field.args.map((arg): Part => [`${name}(${arg.name})`, arg])];
  });
}
