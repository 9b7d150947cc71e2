import { Command } from "commander";
import { describe, expect, it } from "vitest";
import { parseDuration } from "../../src/cli/output/option-values.ts";
import { addSliceOptions, type SliceOptions, sliceFilter } from "../../src/cli/slice/slice-options.ts";
import type { QuestionFilter } from "../../src/sdk/index.ts";

function parse(args: readonly string[]): QuestionFilter {
  const command = addSliceOptions(new Command("x"))
    .exitOverride()
    .configureOutput({ writeErr: () => {} });
  return sliceFilter(command.parse(args as string[], { from: "user" }).opts<SliceOptions>());
}

describe("the options of a slice", () => {
  it.each<[string, QuestionFilter]>([
    ["", {}],
    ["--benchmark worldsense", { benchmarks: ["worldsense"] }],
    ["-b worldsense -b mmworld,avi-bench", { benchmarks: ["worldsense", "mmworld", "avi-bench"] }],
    ["--audio music --level reasoning", { audioTypes: { any: ["MUSIC"] }, levels: ["REASONING"] }],
    ["--audio-all speech,MUSIC --audio-none Sound", { audioTypes: { all: ["SPEECH", "MUSIC"], none: ["SOUND"] } }],
    ["--min-duration 10m --max-duration 1h", { durationSeconds: { gte: 600, lte: 3600 } }],
    ["--min-duration 0", { durationSeconds: { gte: 0 } }],
    ["--answer-format multiple-choice,YES_NO", { answerFormats: ["MULTIPLE_CHOICE", "YES_NO"] }],
    ["--requires-audio", { requiresAudio: true }],
    ["--no-requires-audio --no-requires-visual", { requiresAudio: false, requiresVisual: false }],
    ["--question-only --no-requires-domain-knowledge", { questionOnly: true, requiresDomainKnowledge: false }],
    ["--ambiguous-keys", { keyAmbiguous: true }],
    ["--no-ambiguous-keys", { keyAmbiguous: false }],
    ["--key a,b/0 --key c", { keys: ["a,b/0", "c"] }],
    [
      "--subset x --text violin --task a --category b/c",
      { subsets: ["x"], text: "violin", tasks: ["a"], categories: ["b/c"] },
    ],
    [
      "--snapshot snapshot_3 --min-difficulty 0.2 --max-difficulty 0.9 --min-discrimination -0.1",
      {
        statistics: {
          snapshot: "snapshot_3",
          difficulty: { gte: 0.2, lte: 0.9 },
          discrimination: { gte: -0.1 },
        },
      },
    ],
    ['--filter {"not":{"levels":["SENSATION"]}}', { not: { levels: ["SENSATION"] } }],
    ['--level reasoning --filter {"questionOnly":true}', { levels: ["REASONING"], and: [{ questionOnly: true }] }],
  ])("make the filter of the API: %s", (line, filter) => {
    expect(parse(line.split(" ").filter(Boolean))).toEqual(filter);
  });

  it.each([
    [["--audio", "musik"], /Did you mean 'music'\? Allowed: speech, sound, music/],
    [["--level", "9"], /Allowed: perception/],
    [["--level", ""], /'--level <level>' argument '' is invalid\. It is empty/],
    [["--task", " , "], /'--task <slug>' argument ' , ' is invalid\. It is empty/],
    [["--text", ""], /'--text <words>' argument '' is invalid\. It is empty/],
    [["--snapshot", ""], /'--snapshot <id>' argument '' is invalid\. It is empty/],
    [["--key", ""], /'--key <key>' argument '' is invalid\. It is empty/],
    [["--min-duration", "long"], /Durations look like/],
    [["--min-discrimination", "-2"], /a number from -1 to 1/],
    [["--max-unparsed", "0.1"], /condition on 'unparsed' needs --snapshot/],
    [["--keys-from", "no/such/file"], /Cannot read it/],
    [["--filter", "{"], /It is not JSON/],
    [["--filter", "[]"], /It must be an object/],
    [
      ["--filter", '{"and":[{"durationSeconds":{"gt":1e400}}]}'],
      /filter\.and\[0\]\.durationSeconds\.gt is Infinity; expected a finite number/,
    ],
    [["--filter", '{"levels":["REASONING"],"levels":[]}'], /The field 'levels' is given twice/],
    [["--filter", '{"and":[{},{"text":"a","text":"a"}]}'], /The field 'and\.1\.text' is given twice/],
  ])("are refused with the reason or the allowed values: %j", (args, message) => {
    expect(() => parse(args)).toThrow(message);
  });
});

describe("parseDuration", () => {
  it.each([
    ["90", 90],
    ["90s", 90],
    ["10m", 600],
    ["10min", 600],
    ["1.5h", 5400],
    ["1h30m", 5400],
    ["2m30", 150],
    ["1h2m3s", 3723],
    ["0.5", 0.5],
  ])("reads %s as %d seconds", (text, seconds) => expect(parseDuration(text)).toBe(seconds));

  it.each(["", "m", "10x", "-5", "1m1h", "ten"])("refuses '%s'", (text) => {
    expect(() => parseDuration(text)).toThrow(/Durations look like/);
  });
});
