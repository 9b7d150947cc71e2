/**
 * Submits a large source and prints, as JSON, how many rows and what memory it took. Arguments: the server's URL, the kind of source,
 * its megabytes, and the path of the file where it is one.
 */
import { Omnidex, type PredictionSource } from "../../../src/sdk/index.ts";
import { largeSource } from "./large-source.ts";

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
const { maxRSS } = process.resourceUsage();
const seconds = (performance.now() - started) / 1_000;
console.log(JSON.stringify({ rows: run.report.rows, peakMb: maxRSS / 1_024, seconds }));
