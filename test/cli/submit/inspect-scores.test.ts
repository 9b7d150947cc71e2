import { beforeAll, describe, expect, it } from "vitest";
import type { ImportFile } from "../../../src/formats/files/importer.ts";
import { jsonFile } from "../../fixtures/file-writing.ts";
import {
  inChunks,
  type Sample,
  unpacked,
  zstandardEntry,
  zstandardReady,
} from "../../fixtures/results/inspect-packing.ts";
import { zipFile } from "../../fixtures/results/zip-file.ts";
import { upstreamFile } from "../../support/shared-datasets.ts";
import { serveCli } from "../served-cli.ts";
import { importInto, submitFiles } from "./submitting.ts";

// Submits logs of Inspect's own tests, and expects the score that Inspect's scorer wrote into each log.

const cli = serveCli();
beforeAll(() => zstandardReady());

interface LoggedSample extends Sample {
  readonly id: string | number;
  readonly epoch: number;
  readonly input: string;
  readonly choices?: readonly string[] | null;
  readonly target: string;
  readonly scores: Readonly<Record<string, { readonly value: unknown }>>;
}

const samplesOf = async (file: ImportFile): Promise<readonly LoggedSample[]> =>
  (await unpacked(file))
    .filter(([name]) => name.startsWith("samples/"))
    .map(([, bytes]) => JSON.parse(Buffer.from(bytes).toString()) as LoggedSample);

/** The share of an epoch's samples that Inspect marked with C, correct. */
function accuracy(samples: readonly LoggedSample[]): number {
  const values = samples.map(({ scores }) => Object.values(scores)[0]?.value);
  return values.filter((value) => value === "C").length / values.length;
}

/** The log's samples as a benchmark. */
const benchmarkOf = (slug: string, samples: readonly LoggedSample[]): ImportFile =>
  jsonFile(`${slug}.json`, {
    benchmark: { slug, title: slug },
    tasks: [{ name: "Logged", level: "REASONING" }],
    questions: samples.map(({ id, input, choices, target }) => ({
      ...{ key: String(id), task: "Logged", text: input },
      ...(choices == null || choices.length === 0
        ? { answerFormat: "YES_NO", answer: target.trim().toLowerCase() }
        : { options: choices, answer: target }),
    })),
  });

describe.each([
  "log_formats.eval",
  "log_read_sample.eval",
  "log_streaming.eval",
  "mmlu-no-summary-choices.eval",
  "mmlu-summary-choices.eval",
])("%s", (log) => {
  it("has Inspect's own score with deflate, with Zstandard, and with samples in chunks", async (context) => {
    const file = upstreamFile(context, `inspect/${log}`);
    const slug = log.replace(/\.eval$/, "").replaceAll("_", "-");
    const samples = (await samplesOf(file)).filter(({ epoch }) => epoch === 1);
    await importInto(cli, slug, [benchmarkOf(slug, samples)]);
    const entries = await unpacked(file);
    const packed = entries.map(([name, bytes]) => zstandardEntry(name, bytes));
    for (const each of [file, zipFile(log, packed), zipFile(log, inChunks(entries, zstandardEntry))]) {
      const options = ["--benchmark", slug, "--model", "logged", "--inputs", "text", "--epoch", "1"];
      const { run } = await submitFiles(cli, [each], options);
      expect([run.score?.value, run.score?.n]).toEqual([accuracy(samples), samples.length]);
    }
  });
});
