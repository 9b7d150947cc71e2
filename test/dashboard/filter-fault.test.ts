import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { filterFaults, hasPath, withoutPath, withValueAt } from "../../src/dashboard/slices/filter-fault-note.ts";
import { OmnidexBadUserInputError, OmnidexInvalidFilterError } from "../../src/sdk/index.ts";
import { createTestServer } from "../support/test-server.ts";

describe("the faults of a filter", () => {
  it("are read from each error that the server really returns", async () => {
    const server = await createTestServer();
    const document = "query ($filter: QuestionFilter) { questions(filter: $filter) { totalCount } }";
    const faultsOf = async (filter: object) => {
      const { errors = [] } = await server.request(document, { filter });
      const [{ message, extensions }] = errors as [(typeof errors)[number]];
      const details = extensions.details as Record<string, unknown> | undefined;
      return filterFaults(
        extensions.code === "INVALID_FILTER"
          ? new OmnidexInvalidFilterError(message, { details })
          : new OmnidexBadUserInputError(message, { details }),
      );
    };
    expect(await faultsOf({ tasks: ["counting", "causal-reasonin"] })).toEqual([
      { path: ["tasks", 0], reason: "There is no task 'counting'.", nearest: expect.any(String) },
      { path: ["tasks", 1], reason: "There is no task 'causal-reasonin'.", nearest: "causal-reasoning" },
    ]);
    expect(await faultsOf({ and: [{ durationSeconds: { gt: 600, lt: 3 } }] })).toEqual([
      {
        path: ["and", 0, "durationSeconds"],
        reason: "No duration is above 600 s and below 3 s.",
        nearest: null,
      },
    ]);
    expect(await faultsOf({ levels: ["REASONIN"] })).toEqual([
      { path: ["levels", 0], reason: "There is no level 'REASONIN'.", nearest: "REASONING" },
    ]);
    expect(await faultsOf({ audioTypes: { any: ["LOUD"] } })).toEqual([
      { path: ["audioTypes", "any", 0], reason: "There is no audio type 'LOUD'.", nearest: "SOUND" },
    ]);
    const several = new OmnidexInvalidFilterError("", {
      details: {
        faults: [{ path: "slice1.filter.tasks[0]", value: "x", reason: "There is no task 'x'.", nearest: [] }],
      },
    });
    expect(filterFaults(several)).toMatchObject([{ path: ["tasks", 0] }]);
    expect(await faultsOf({ level: ["REASONING"] })).toEqual([
      { path: ["level"], reason: "There is no condition 'level'.", nearest: null },
    ]);
    const [wrongType] = await faultsOf({ requiresAudio: "yes" });
    expect(wrongType?.path).toEqual(["requiresAudio"]);
    await server.close();
  });

  it("are empty for other errors", () => {
    expect(filterFaults(new Error("boom"))).toEqual([]);
    expect(filterFaults(new OmnidexBadUserInputError("'first' is at most 1000."))).toEqual([]);
  });
});

describe("repairing a filter", () => {
  const filter = { tasks: ["a", "b"], and: [{ levels: ["REASONIN" as never] }], text: "x" };

  it("removes one value, and lists that become empty", () => {
    expect(withoutPath(filter, ["tasks", 0])).toEqual({ ...filter, tasks: ["b"] });
    expect(withoutPath(filter, ["and", 0, "levels", 0])).toEqual({ tasks: ["a", "b"], text: "x" });
    expect(withoutPath({ text: "x" }, ["text"])).toEqual({});
  });

  it("puts the suggestion in place of the value", () => {
    expect(withValueAt(filter, ["and", 0, "levels", 0], "REASONING")).toEqual({
      ...filter,
      and: [{ levels: ["REASONING"] }],
    });
  });

  it("changes nothing at a path that does not exist", () => {
    const path = fc.array(fc.oneof(fc.string(), fc.nat(5)), { minLength: 1 });
    fc.assert(
      fc.property(path, (parts) => {
        fc.pre(!hasPath(filter, parts));
        expect(withoutPath(filter, parts)).toEqual(filter);
      }),
    );
  });
});
