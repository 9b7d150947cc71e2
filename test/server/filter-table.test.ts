import { type GraphQLInputObjectType, getNamedType, isEnumType, isInputObjectType } from "graphql";
import { expect, it } from "vitest";
import { CONDITION_NAMES } from "../../src/domain/slice/conditions.ts";
import { createSchema } from "../../src/server/graphql/schema.ts";
import { FILTERS } from "../../src/server/memory/filter-values.ts";

const filters = Object.values(createSchema().getTypeMap()).filter(
  (type): type is GraphQLInputObjectType => isInputObjectType(type) && type.name.endsWith("Filter"),
);

const fieldsOf = (type: GraphQLInputObjectType) =>
  Object.values(type.getFields()).map((field) => ({ name: field.name, type: getNamedType(field.type) }));

/** Whether a filter has only enum fields. GraphQL itself rejects wrong values of enums. */
const isOfEnums = (type: GraphQLInputObjectType): boolean => fieldsOf(type).every((field) => isEnumType(field.type));

it("the table has the filters of the schema", () => {
  expect(filters.map(({ name }) => name)).toEqual(
    expect.arrayContaining(["QuestionFilter", "VideoFilter", "RunFilter", "PredictionFilter", "PublishedResultFilter"]),
  );
});

it.each(filters.filter((type) => !isOfEnums(type)))("every string, range and filter of $name is checked", (filter) => {
  const rows = FILTERS[filter.name] ?? {};
  for (const { name, type } of fieldsOf(filter)) {
    const row = rows[name];
    const place = `${filter.name}.${name}`;
    if (type.name === "String" || type.name === "ID") {
      // A string names something or is searched for, or the table says why it is not checked.
      const isChecked = typeof row === "string" || (row !== undefined && ("search" in row || "unchecked" in row));
      expect(isChecked, place).toBe(true);
    } else if (isInputObjectType(type) && type.name.endsWith("Range")) {
      expect(row, place).toEqual({ range: expect.any(String) });
    } else if (isInputObjectType(type) && !isOfEnums(type)) {
      expect(row, place).toEqual({ filter: type.name });
    } else if (row !== undefined) {
      expect(row, place).toEqual({ answers: expect.any(String) });
    }
  }
  const names = new Set(fieldsOf(filter).map(({ name }) => name));
  expect(Object.keys(rows).filter((name) => !names.has(name))).toEqual([]);
});

it("the table of conditions has the conditions of QuestionFilter", () => {
  const question = filters.find(({ name }) => name === "QuestionFilter");
  const names = question === undefined ? [] : fieldsOf(question).map(({ name }) => name);
  expect(names.toSorted()).toEqual([...CONDITION_NAMES, "and", "or", "not"].toSorted());
});
