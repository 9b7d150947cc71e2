import { type GraphQLSchema, getNullableType, isListType, isObjectType } from "graphql";
import { type FieldCost, fieldCost, sizeOf } from "./plan/field-cost.ts";
import type { Compute, FieldExtensions, RequestContext } from "./resolvers/resolver.ts";

/** Makes the resolvers of fields with `@cost` charge the field's weight before they start. */
export function chargeFields(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const cost = fieldCost(schema, field);
      const { resolve, extensions } = field;
      if (cost.weight === 0 || resolve === undefined) continue;
      const isMany = !isListType(getNullableType(field.type)) && cost.sizedFields.length === 0;
      const points = (args: Arguments): number => pointsOf(cost, isMany, args);
      field.resolve = (source, args, context: RequestContext, info) => {
        context.cost.charge(points(args));
        return resolve(source, args, context, info);
      };
      const { compute } = extensions as FieldExtensions;
      if (compute === undefined) continue;
      const charged: Compute<never, never> = (source, args, context) => {
        context.cost.charge(points(args));
        return compute(source, args, context);
      };
      field.extensions = { ...extensions, compute: charged } satisfies FieldExtensions;
    }
  }
  return schema;
}

type Arguments = Readonly<Record<string, unknown>>;

const pointsOf = (cost: FieldCost, isMany: boolean, args: Arguments): number =>
  cost.weight * (isMany ? sizeOf(cost, args) : 1);
