/**
 * Submits a large source, and prints as JSON its number of rows, the peak memory and the seconds. Arguments: the
 * server's URL, the kind of the source, its megabytes, and the path if the source is a file.
 */
import { readFileSync } from "node:fs";
import { Omnidex, type PredictionSource } from "../../../src/sdk/index.ts";
import { largeSource } from "./large-source.ts";

/** The peak memory of this process. On Linux, `maxRSS` also includes the peak of the parent process. */
function peakKilobytes(): number {
  if (process.platform !== "linux") return process.resourceUsage().maxRSS;
  const [, kilobytes] = /^VmHWM:\s+(\d+) kB$/m.exec(readFileSync("/proc/self/status", "utf8")) ?? [];
  if (kilobytes === undefined) throw new Error("the system does not say how much memory the process had");
  return Number(kilobytes);
}

const [url = "", kind = "", megabytes = "0", file = ""] = process.argv.slice(2);
const rows = () => largeSource(Number(megabytes));
const sources: Readonly<Record<string, PredictionSource>> = { function: rows, iterable: rows(), file };

const started = performance.now();
const predictions = sources[kind];
if (predictions === undefined) throw new Error(`no such source: ${kind}`);
const run = await new Omnidex({ url }).submitRun({
  benchmark: "large",
  model: { name: "my-model" },
  inputs: ["VIDEO"],
  predictions,
});
const seconds = (performance.now() - started) / 1_000;
console.log(JSON.stringify({ rows: run.report.rows, peakMb: peakKilobytes() / 1_024, seconds }));
