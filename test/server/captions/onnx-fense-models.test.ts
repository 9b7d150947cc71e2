import { mkdtemp, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readConfig } from "../../../src/server/config/config.ts";
import { type FenseModels, FenseScores } from "../../../src/server/runs/captions/fense-scores.ts";
import { loadFenseModels } from "../../../src/server/runs/captions/onnx-fense-models.ts";
import { jsonFile } from "../../fixtures/file-writing.ts";
import { importFiles } from "../../support/admin-imports.ts";
import { createTestServer } from "../../support/test-server.ts";
import { writeTinyModels } from "./tiny-models.ts";

/** The package takes half a gigabyte, so it is not a dependency. Users of FENSE install it separately. */
const isInstalled = ((): boolean => {
  try {
    return createRequire(import.meta.url).resolve("@huggingface/transformers") !== "";
  } catch {
    return false;
  }
})();

describe.skipIf(!isInstalled)("FENSE's ONNX models (if @huggingface/transformers is installed)", () => {
  let folder: string;
  let models: FenseModels;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "omnidex-fense-"));
    models = await loadFenseModels(await writeTinyModels(folder));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it("embed each text as the mean of its tokens, without the padding of its batch", async () => {
    const [short, long] = await models.embed(["Dog!", "dog barks rain"]);
    // [CLS] dog [UNK] [SEP], and [CLS] dog barks rain [SEP].
    expect([...(short ?? [])]).toEqual([0.25, 0, 0]);
    expect([...(long ?? [])].map((value) => Math.round(value * 5))).toEqual([1, 1, 1]);
  });

  it("return the last probability of the fault detector", async () => {
    const [fine, faulty] = await models.errorProbabilities(["a dog barks", "a dog barks and then"]);
    expect(fine).toBeCloseTo(1 / (1 + Math.exp(5)), 6);
    expect(faulty).toBeCloseTo(1 / (1 + Math.exp(-5)), 6);
  });

  it("accept many texts, no text, and very long texts", async () => {
    expect(await models.embed([])).toEqual([]);
    expect(await models.embed(Array.from({ length: 70 }, () => "rain"))).toHaveLength(70);
    const [long] = await models.embed(["dog ".repeat(250_000)]);
    expect((long?.[0] ?? 0) > 0.9).toBe(true);
  });

  it("score captions", async () => {
    const scores = new FenseScores(models);
    const references = ["dog barks", "rain"];
    const captions = ["dog", "dog then", "rain", ""];
    await scores.prepare(captions.map((caption) => ({ caption, references })));
    const [dog, faulty, rain, empty] = captions.map((caption) => scores.score(caption, references));
    expect(dog).toBeCloseTo(Math.SQRT1_2 / 2, 6);
    expect(faulty).toBeCloseTo(Math.SQRT1_2 / 20, 6);
    expect(rain).toBeCloseTo(0.5, 6);
    expect(empty).toBe(0);
  });

  it("score a run on a server that is configured with the folder", async () => {
    const { fense } = readConfig({ OMNIDEX_FENSE_MODELS: folder });
    const server = await createTestServer(fense && (await loadFenseModels(fense)));
    const question = {
      task: "Describe",
      level: "UNDERSTANDING",
      text: "?",
      answerFormat: "CAPTION",
      answer: ["dog barks"],
    };
    const questions = ["q1", "q2"].map((key) => ({ ...question, key }));
    const benchmark = { slug: "captions", title: "Captions" };
    await importFiles(server.database, "captions", [jsonFile("c.json", { benchmark, videos: [], questions })]);
    const predictions = [
      { question: "q1", response: "A dog barks." },
      { question: "q2", response: "A dog barks and then" },
    ];
    const { score } = await server.submit<{ score: { value: number } }>(
      { benchmark: "captions", inputs: ["AUDIO"], predictions },
      { fields: "score { value }" },
    );
    expect(score.value).toBeCloseTo((1 + 0.1) / 2, 6);
    await server.close();
  });

  it("report which model is missing", async () => {
    await expect(loadFenseModels({ sentence: `${folder}/nowhere`, fluency: folder })).rejects.toThrow();
  });
});

describe.skipIf(isInstalled)("without @huggingface/transformers", () => {
  it("the server names the package to install", async () => {
    const loading = loadFenseModels({ sentence: "a", fluency: "b" });
    await expect(loading).rejects.toThrow("npm install --no-save --save-optional @huggingface/transformers@4");
  });
});
