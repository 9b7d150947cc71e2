import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import type { ExtractionQuestion, Extractor } from "../../../src/reading/extraction.ts";
import { type RealOutput, realOutputs } from "./real-outputs.ts";

const ENTRY = "src/reading/omnidex/omnidex-extractor.ts";
/** The first rounds are not counted, because V8 compiles the measured code during them. */
const WARM_UP = 2;
const ROUNDS = 8;

/** The mean time of a reading for both versions, in microseconds: the least of several rounds. */
export interface TimeAgainst {
  readonly model: string;
  readonly before: number;
  readonly now: number;
}

/**
 * Compares the time that the extractor takes for real outputs with that of an earlier commit. Both run in one process
 * and take turns, so that the ratio is reliable even if the times are not.
 * @param commit a commit, tag or branch of this repository
 * @param every every n-th output is read
 */
export async function timeAgainst(commit: string, folder: string, every: number): Promise<TimeAgainst[]> {
  const [before, now] = await Promise.all([bundledAt(commit), bundledAt(null)]);
  const samples = Array.from(realOutputs(folder), ({ model, outputs }) => ({
    model,
    asked: outputs.filter((_, index) => index % every === 0).map(asked),
  }));
  const least = new Map(samples.map(({ model }) => [model, { before: Infinity, now: Infinity }]));
  for (let round = 0; round < WARM_UP + ROUNDS; round += 1) {
    for (const { model, asked } of samples) {
      const times = { before: meanTime(before, asked), now: meanTime(now, asked) };
      const known = least.get(model);
      if (round < WARM_UP || known === undefined) continue;
      least.set(model, { before: Math.min(known.before, times.before), now: Math.min(known.now, times.now) });
    }
  }
  return [...least].map(([model, times]) => ({ model, ...times }));
}

type Asked = readonly [response: string, question: ExtractionQuestion];

const asked = ({ response, question }: RealOutput): Asked => [
  response,
  { text: question.question, options: question.options, answerFormat: "MULTIPLE_CHOICE" },
];

function meanTime(extractor: Extractor, outputs: readonly Asked[]): number {
  const start = process.hrtime.bigint();
  for (const [response, question] of outputs) extractor.extract(response, question);
  return Number(process.hrtime.bigint() - start) / 1_000 / outputs.length;
}

/** The extractor as one file, from a commit or, with null, from the working tree. */
async function bundledAt(commit: string | null): Promise<Extractor> {
  const folder = mkdtempSync(join(tmpdir(), "omnidex-extractor-"));
  try {
    if (commit !== null) checkOut(commit, folder);
    const outfile = join(folder, "extractor.mjs");
    const entry = commit === null ? ENTRY : join(folder, ENTRY);
    await build({ entryPoints: [entry], bundle: true, platform: "node", format: "esm", outfile, logLevel: "error" });
    const bundled = (await import(pathToFileURL(outfile).href)) as { omnidexExtractor: Extractor };
    return bundled.omnidexExtractor;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function checkOut(commit: string, folder: string): void {
  mkdirSync(join(folder, "src"), { recursive: true });
  const files = execFileSync("git", ["archive", commit, "--", "src/scoring", "src/domain"], { maxBuffer: 1 << 28 });
  execFileSync("tar", ["-x", "-C", folder], { input: files });
}
