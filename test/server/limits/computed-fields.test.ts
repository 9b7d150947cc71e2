import { isObjectType } from "graphql";
import { expect, it } from "vitest";
import { fieldCost } from "../../../src/server/graphql/plan/field-cost.ts";
import type { FieldExtensions } from "../../../src/server/graphql/resolvers/resolver.ts";
import { createSchema } from "../../../src/server/graphql/schema.ts";

const schema = createSchema();

const OF_ITS_OBJECT = "a few additions on what its object holds";
const A_LOOKUP = "one row by its key; its objects are charged";
const ITS_ROWS = "a list that is read by key for all objects of the page at once";

/**
 * Computed fields that cost nothing but the objects that they return, each with the reason. All others have a weight, in
 * objects: about a microsecond of the server's or the database's time each.
 */
const FREE: Readonly<Record<string, string>> = {
  "Benchmark.datasheet": "a constant",
  "Extraction.span": OF_ITS_OBJECT,
  "FinalBoard.signed": OF_ITS_OBJECT,
  "Prediction.metrics": ITS_ROWS,
  "Question.prompt": OF_ITS_OBJECT,
  "RankedFigure.rankRange": "computed once for a board, which is charged",
  "RankedFigure.tiesWithBest": "computed once for a board, which is charged",
  "RankedRun.rankRange": "computed once for a board, which is charged",
  "RankedRun.score": "computed once for a board, which is charged",
  "RankedRun.taskMean": "computed once for a board, which is charged",
  "RankedRun.taskScore": "computed once for a board, which is charged",
  "RankedRun.tiesWithBest": "computed once for a board, which is charged",
  "Run.captionMetrics": ITS_ROWS,
  "Run.scoringNotes": OF_ITS_OBJECT,
  "ScoreTableFigureCell.tiesWithBest": "computed once for a table, which is charged",
  "ScoreTableRunCell.score": "computed once for a table, which is charged",
  "ScoreTableRunCell.taskMean": "computed once for a table, which is charged",
  "ScoreTableRunCell.taskScore": "computed once for a table, which is charged",
  "ScoreTableRunCell.tiesWithBest": "computed once for a table, which is charged",
  "Scoring.changeCount": ITS_ROWS,
  "Scoring.score": OF_ITS_OBJECT,
  "TaskScore.reported": ITS_ROWS,
  "Query.promptTemplates": "a list of constants",
  "Query.extractors": "a list of constants",
  "Query.errorTypes": "a list of constants",
  "Query.slice": "the description of a filter, without reading a question",
  "Query.viewer": "what is known of the caller",
  "Query.benchmark": A_LOOKUP,
  "Query.model": A_LOOKUP,
  "Query.node": A_LOOKUP,
  "Query.question": A_LOOKUP,
  "Query.run": A_LOOKUP,
  "Query.video": A_LOOKUP,
};

/** The fields that compute their value, and all fields from which a query starts, with what they are charged. */
const computedFields = Object.values(schema.getTypeMap())
  .filter((type) => isObjectType(type) && !type.name.startsWith("__"))
  .flatMap((type) =>
    Object.values(isObjectType(type) ? type.getFields() : {}).map((field) => [type.name, field] as const),
  )
  .filter(([type, field]) => type === "Query" || (field.extensions as FieldExtensions).compute !== undefined)
  .map(([type, field]) => {
    const { weight, slicingArguments, sizedFields } = fieldCost(schema, field);
    const isPage = field.astNode?.directives?.some(({ name }) => name.value === "listSize") === true;
    return { name: `${type}.${field.name}`, isCharged: weight > 0 || isPage, slicingArguments, sizedFields };
  });

it("every computed field is charged for its work, or there is a reason why not", () => {
  const free = computedFields.filter(({ isCharged }) => !isCharged).map(({ name }) => name);
  expect(free.toSorted()).toEqual(Object.keys(FREE).toSorted());
});
