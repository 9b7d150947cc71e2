import { resolve } from "node:path";
import { buildSchema, isScalarType, isSpecifiedScalarType } from "graphql";
import { describe, expect, it } from "vitest";
import { readSdl } from "../../scripts/generate-sdl.ts";
import { undescribed } from "../../scripts/undescribed.ts";

const schema = buildSchema(await readSdl(resolve(import.meta.dirname, "../../schema")));

describe("the descriptions of the schema", () => {
  it("are complete", () => {
    expect(Object.keys(schema.getTypeMap())).toContain("Question");
    expect(undescribed(schema)).toEqual([]);
  });

  it("are missed on types, fields, arguments, input fields and enum values", () => {
    const found = undescribed(
      buildSchema(`
        type Query { run("The id." id: ID, of: Of): Run, "A number." n(kind: Kind): Int }
        interface Run { id: ID }
        input Of { benchmark: String }
        "Blank below."
        enum Kind { " " A "b" B }
        scalar Instant
      `),
    );
    expect([...found].sort()).toEqual([
      "Instant",
      "Kind.A",
      "Of",
      "Of.benchmark",
      "Query",
      "Query.n(kind)",
      "Query.run",
      "Query.run(of)",
      "Run",
      "Run.id",
    ]);
  });

  it("include the specification of each scalar of this schema", () => {
    const own = Object.values(schema.getTypeMap()).filter((type) => isScalarType(type) && !isSpecifiedScalarType(type));
    expect(own.map((type) => [type.name, isScalarType(type) && type.specifiedByURL])).toEqual([
      ["DateTime", "https://www.rfc-editor.org/rfc/rfc3339"],
      ["JSON", "https://www.rfc-editor.org/rfc/rfc8259"],
    ]);
  });
});
