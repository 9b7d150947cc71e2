import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { readSdl } from "../../scripts/generate-sdl.ts";
import { breakingChanges, keepRelease, lastRelease, RELEASED } from "../../scripts/schema-changes.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const { version, sdl: released } = await lastRelease(resolve(ROOT, RELEASED));

/** The released schema with one part replaced. The schema must contain this part. */
function changed(from: string, to: string): string {
  expect(released.split(from)).toHaveLength(2);
  return released.replace(from, to);
}

const FRAMES = '  "How many frames the model was given."\n  frames: Int\n  seed: Int';

describe("the check of the schema against the last release", () => {
  it("finds no change between the schema and itself", async () => {
    expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    expect(await breakingChanges(released, await readSdl(resolve(ROOT, "schema")))).toEqual([]);
  });

  it.each([
    ["a removed field", FRAMES, "  seed: Int", "Run.frames"],
    ["a field that has become nullable", "  predictionCount: Int!", "  predictionCount: Int", "Run.predictionCount"],
    ["a removed enum value", "  RUNS_LEAVE\n", "  LEAVE\n", "ReplacementReason.RUNS_LEAVE"],
    ["an argument that is required", "model(slug: String!)", "model(slug: String!, of: Int!)", "Query.model"],
    [
      "an input field that is required",
      "input RestoreRunInput {",
      "input RestoreRunInput {\n  why: String!",
      "RestoreRunInput",
    ],
  ])("fails for %s", async (_name, from, to, path) => {
    const [change, ...others] = await breakingChanges(released, changed(from, to));
    expect(change).toContain(path);
    expect(others).toEqual([]);
  });

  it.each([
    ["a new field", FRAMES, `${FRAMES}\n  temperature: Float`],
    ["a new optional argument", "model(slug: String!)", "model(slug: String!, of: Int)"],
    ["a new optional input field", "input RestoreRunInput {", "input RestoreRunInput {\n  why: String"],
    ["a deprecated field", FRAMES, FRAMES.replace("Int\n", 'Int @deprecated(reason: "gone")\n')],
    ["another description", "How many predictions the run has;", "The number of predictions;"],
  ])("passes for %s", async (_name, from, to) => {
    expect(await breakingChanges(released, changed(from, to))).toEqual([]);
  });

  it("passes for a field that was removed after a release had deprecated it", async () => {
    const before = changed(FRAMES, FRAMES.replace("Int\n", 'Int @deprecated(reason: "Nobody gives it.")\n'));
    expect(await breakingChanges(before, changed(FRAMES, "  seed: Int"))).toEqual([]);
  });
});

it("the schema of a release is stored once", async () => {
  const folder = await mkdtemp(join(tmpdir(), "omnidex-released-"));
  try {
    await keepRelease(folder, "0.2.0", "type Query { a: Int }");
    await expect(keepRelease(folder, "0.2.0", "type Query { b: Int }")).rejects.toThrow(
      /0\.2\.0\.graphql .*never changes/,
    );
    expect(await readFile(join(folder, "0.2.0.graphql"), "utf8")).toBe("type Query { a: Int }\n");
    expect(await lastRelease(folder)).toMatchObject({ version: "0.2.0" });
  } finally {
    await rm(folder, { recursive: true });
  }
});
