import { Command } from "commander";
import { describe, expect, it } from "vitest";
import { addRunOptions, runFilter } from "../../src/cli/slice/run-options.ts";

const parse = (line: string) => {
  const command = addRunOptions(new Command("runs").exitOverride().configureOutput({ writeErr: () => {} }));
  return runFilter(command.parse(line.split(" ").filter(Boolean), { from: "user" }).opts());
};

describe("the options of runs", () => {
  it.each([
    ["", {}],
    ["--organization Omni --organization Other", { organizations: ["Omni", "Other"] }],
    ["--min-parameters 350M --max-parameters 7b", { parameterCount: { gte: 350e6, lte: 7e9 } }],
    ["--max-parameters 0.5B", { parameterCount: { lte: 5e8 } }],
    ["--min-frames 8 --max-frames 32", { frames: { gte: 8, lte: 32 } }],
    ["--audio-input --no-subtitles-input", { audio: true, subtitles: false }],
    ["--mine", { mine: true }],
    ["--no-mine", { mine: false }],
    ["--since 2026-01-31", { createdAt: { gte: "2026-01-31T00:00:00.000Z" } }],
    ["--before 2026-01-31T12:00:00+02:00", { createdAt: { lt: "2026-01-31T10:00:00.000Z" } }],
  ])("%j give the filter %j", (line, filter) => expect(parse(line)).toEqual(filter));

  it.each([
    ["--min-parameters big", /350M, 7B/],
    ["--max-parameters 7Bx4", /350M, 7B/],
    ["--min-parameters 7", /That is 7 parameters\. Sizes look like 350M, 7B or 7000000000\./],
    ["--max-parameters 999", /That is 999 parameters/],
    ["--min-frames 0", /a whole number of at least 1/],
    ["--since yesterday", /2027-01-31/],
    ["--before 2026-02-30", /2027-01-31/],
  ])("%j are refused", (line, message) => expect(() => parse(line)).toThrow(message));
});
