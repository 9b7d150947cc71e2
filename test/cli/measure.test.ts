import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { MEASUREMENTS } from "../../scripts/measure/measurement.ts";
import { isDeep } from "../support/cases.ts";

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs `npm run measure -- …` without npm. */
async function measure(...args: readonly string[]): Promise<Ended> {
  const command = ["--import", "tsx", "scripts/measure.ts", ...args];
  try {
    return { code: 0, ...(await promisify(execFile)(process.execPath, command)) };
  } catch (error) {
    return error as Ended;
  }
}

it("lists each measurement in a line", async () => {
  const { code, stdout } = await measure("--help");
  expect(code).toBe(0);
  const lines = stdout.split("\n");
  for (const name of Object.keys(MEASUREMENTS))
    expect(lines.filter((line) => line.startsWith(`  ${name} `))).toHaveLength(1);
});

/** Most measurements load the whole server before they print their help. */
const EXPLAINED = isDeep ? Object.keys(MEASUREMENTS) : ["code", "pages", "suite"];

it.each(EXPLAINED)("%s explains itself", async (name) => {
  const { code, stdout } = await measure(name, "--help");
  expect([code, stdout]).toEqual([0, expect.stringMatching(`^Usage: npm run measure -- ${name} `)]);
});

it("suggests the nearest name, and ends with 2", async () => {
  const { code, stderr } = await measure("extracton");
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/unknown command 'extracton'\n\(Did you mean extraction\?\)/),
  ]);
});

it.each([
  ["code", "--nothing"],
  ["items", "nothing"],
  ["suite", "--files", "many"],
])("%s %s ends with 2", async (...args) => {
  const { code, stderr } = await measure(...args);
  expect([code, stderr]).toEqual([2, expect.stringContaining("--help lists what is allowed.")]);
});
