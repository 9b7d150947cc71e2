import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { DiskFiles, gunzip } from "../../../src/cli/output/submitted-files.ts";
import { isProblem, openSubmission } from "../../../src/formats/read-submission.ts";
import { inFolder } from "../cli-process.ts";
import { write } from "./submitting.ts";

const ROWS = Array.from({ length: 5_000 }, (_, at) => ({ question: `v${at}/0`, response: `The answer is B. é${at}` }));
const CSV = ["question,response", ...ROWS.map(({ question, response }) => `${question},"${response}"`)].join("\r\n");
const NDJSON = ROWS.map((row) => `${JSON.stringify(row)}\n`).join("");

/** The results of reading a file on the disk: its name, its header and its responses. */
const read = (name: string, bytes: Uint8Array, folderName = "runs") =>
  inFolder(async (folder) => {
    const path = join(folder, folderName, name);
    await mkdir(join(folder, folderName));
    await writeFile(path, bytes);
    const disk = new DiskFiles();
    try {
      const files = await disk.open([path]);
      const submission = await openSubmission(files);
      const responses: unknown[] = [];
      for await (const row of submission.rows()) responses.push(isProblem(row) ? row.reason : row.response);
      return { name: files[0]?.name.slice(folder.length), header: submission.header, responses };
    } finally {
      await disk.close();
    }
  });

describe("a result file compressed with gzip", () => {
  it.each([
    ["results.jsonl.gz", NDJSON],
    ["results.json.gz", JSON.stringify(ROWS)],
    ["results.csv.gz", CSV],
    ["results.tsv.gz", CSV.replaceAll(",", "\t")],
    ["results.jsonl", NDJSON],
  ])("is read by its content: %s", async (name, text) => {
    const found = await read(name, gzipSync(text));
    expect(found.name).toBe(`/runs/${name.replace(".gz", "")}`);
    expect(found.responses).toEqual(ROWS.map(({ response }) => response));
  });

  it("gives the run's fields by its name without .gz", async () => {
    const rows = [{ index: 0, question: "q", prediction: "A" }];
    const { header } = await read("Qwen_WorldSense_32frame.json.gz", gzipSync(JSON.stringify(rows)));
    expect(header).toMatchObject({ model: "Qwen", frames: 32 });
  });

  it("is found beside another file that needs it, compressed or not", () =>
    inFolder(async (folder) => {
      const record = {
        ...{ schema_version: "0.3.0", evaluation_id: "x", eval_library: { name: "x", version: "1" } },
        model_info: { name: "m", id: "o/m", developer: "o" },
      };
      const row = { sample_id: "a/0", interaction_type: "single_turn", output: { raw: ["A"] } };
      const rows = gzipSync(`${JSON.stringify(row)}\n`);
      await write(folder, { name: "data/b/o/m/x_samples.jsonl.gz", bytes: rows });
      await write(folder, { name: "data/b/o/m/x.json.gz", bytes: gzipSync(JSON.stringify(record)) });
      for (const path of ["", "data", "data/b/o/m", "data/b/o/m/x.json.gz", "data/b/o/m/x_samples.jsonl.gz"]) {
        const disk = new DiskFiles();
        const submission = await openSubmission(await disk.open([join(folder, path)]));
        expect(submission).toMatchObject({ format: "eee", header: { model: "m", organization: "o" } });
        await disk.close();
      }
      await write(folder, { name: "data/b/o/n/y_samples.jsonl", bytes: rows });
      const several = new DiskFiles();
      const names = (await several.open([folder])).map(({ name }) => name.slice(name.lastIndexOf("/") + 1));
      expect(names).toEqual(["x.json", "x_samples.jsonl", "y_samples.jsonl"]);
      await several.close();
    }));

  it("is read to its end if it has several members, as bgzip and pigz write", async () => {
    const half = NDJSON.indexOf("\n", NDJSON.length / 2) + 1;
    const packed = Buffer.concat([gzipSync(NDJSON.slice(0, half)), gzipSync(NDJSON.slice(half))]);
    expect((await read("r.jsonl.gz", packed)).responses).toHaveLength(ROWS.length);
  });

  it("is refused if it is cut off or damaged", async () => {
    const packed = gzipSync(NDJSON);
    const damaged = Buffer.from(packed).fill(0xff, 30, 60);
    for (const bytes of [packed.subarray(0, packed.length - 20), damaged])
      await expect(read("r.jsonl.gz", bytes)).rejects.toThrow(/^r\.jsonl\.gz: expected a complete gzip archive/);
    await expect(read("r.jsonl.gz", gzipSync(packed))).rejects.toThrow("a gzip archive within another");
  });

  it("is refused if it unpacks to too many bytes", async () => {
    await inFolder(async (folder) => {
      const path = join(folder, "bomb.jsonl.gz");
      await writeFile(path, gzipSync(Buffer.alloc(2 ** 24)));
      await expect(gunzip(path, "bomb.jsonl", 2 ** 20)).rejects.toThrow(/unpacks to at most 1048576 bytes, found more/);
    });
  });
});
