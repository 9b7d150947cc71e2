import { type GraphQLSchema, getNullableType, isListType, isObjectType } from "graphql";
import { type FieldCost, fieldCost, sizeOf } from "../plan/field-cost.ts";
import type { RequestContext } from "../resolvers/request-context.ts";

/** Makes the resolver of every field with a `@cost` charge its weight before it begins. */
export function chargeFields(schema: GraphQLSchema): GraphQLSchema {
  for (const type of Object.values(schema.getTypeMap())) {
    if (!isObjectType(type)) continue;
    for (const field of Object.values(type.getFields())) {
      const cost = fieldCost(schema, field);
      const { resolve } = field;
      if (cost.weight === 0 || resolve === undefined) continue;
      const isMany = !isListType(getNullableType(field.type)) && cost.sizedFields.length === 0;
      field.resolve = (source, args, context: RequestContext, info) => {
        context.cost.charge(pointsOf(cost, isMany, args));
        return resolve(source, args, context, info);
      };
    }
  }
  return schema;
}

const pointsOf = (cost: FieldCost, isMany: boolean, args: Readonly<Record<string, unknown>>): number =>
  cost.weight * (isMany ? sizeOf(cost, args) : 1);
