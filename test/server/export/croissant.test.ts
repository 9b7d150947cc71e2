import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { worldSenseFixture, worldSenseJson } from "../../fixtures/worldsense-fixture.ts";
import { croissantFaults } from "../../formats/croissant-rules.ts";
import { importBenchmark, importFiles } from "../../support/admin-imports.ts";
import { sharedDataset } from "../../support/shared-datasets.ts";
import { createTestServer, type TestServer } from "../../support/test-server.ts";
import { expectFault } from "../faults.ts";
import { gapBatch } from "../gap-batch.ts";
import { asAdmin, fetchFile, fetchPath, parseParquet } from "./export-client.ts";

interface Croissant extends Record<string, unknown> {
  readonly version: string;
  readonly distribution: readonly {
    readonly "@id": string;
    readonly contentUrl: string;
    readonly contentSize: string;
    readonly sha256: string;
  }[];
  readonly recordSet: readonly {
    readonly field: readonly {
      readonly name: string;
      readonly source: { readonly extract: { readonly column: string } };
    }[];
  }[];
}

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
  await importBenchmark(server.database, gapBatch());
});
afterAll(() => server.close());

const read = async (slug: string, options?: { key: string }): Promise<Croissant> =>
  (await fetchFile(server, `/croissant/${slug}`, options)).json();

const setAccess = (access: string) =>
  server.database.transaction((tx) => tx.query({ text: "update releases set answer_access = $1", params: [access] }));

describe("GET /croissant/<benchmark>", () => {
  it("returns a description that satisfies the reference implementation's rules", async () => {
    for (const slug of ["omnidex-demo", "gaps"]) expect(croissantFaults(await read(slug))).toEqual([]);
  });

  it("is checked by rules that also read a real description of version 1.0", (context) => {
    const file = sharedDataset(context, "mmworld/croissanta_hf_data.json");
    const faults = croissantFaults(JSON.parse(new TextDecoder().decode(file.bytes)));
    // The description lists a git repository with a made-up checksum and file sets, and states no version or date.
    expect(faults).toContain("it does not conform to 1.1");
    expect(faults).not.toContain("'cr' is not Croissant's namespace");
  });

  it("returns a description that breaks the rules if a mandatory field is removed", async () => {
    const good = await read("gaps");
    const without = (name: string) => croissantFaults({ ...good, [name]: undefined });
    for (const name of ["license", "creator", "datePublished", "distribution"]) expect(without(name)).not.toEqual([]);
    const [file, ...files] = good.distribution;
    expect(croissantFaults({ ...good, distribution: [{ ...file, sha256: "" }, ...files] })).toEqual([
      "questions.ndjson has no checksum",
    ]);
  });

  it("has the facts of the paper's datasheet as properties of RAI 1.0, each with its section", async () => {
    await importFiles(server.database, "worldsense", [worldSenseJson(worldSenseFixture())]);
    const described = await read("worldsense");
    expect(croissantFaults(described)).toEqual([]);
    expect(described.conformsTo).toEqual([
      "http://mlcommons.org/croissant/1.1",
      "http://mlcommons.org/croissant/RAI/1.0",
    ]);
    const properties = Object.keys(described).filter((name) => name.startsWith("rai:"));
    expect(properties.toSorted()).toEqual([
      "rai:annotatorDemographics",
      "rai:dataAnnotationAnalysis",
      "rai:dataAnnotationProtocol",
      "rai:dataCollection",
      "rai:dataLimitations",
      "rai:dataReleaseMaintenancePlan",
    ]);
    for (const name of properties) expect(described[name]).toMatch(/ \(WorldSense, .*\)$/);
    expect(described.conditionsOfAccess).toBe(
      "The licence is stated differently: CC BY-NC-SA 4.0 (WorldSense, Appendix H); CC BY-NC 4.0 (WorldSense, Appendix I.6).",
    );
    const { conformsTo, "rai:dataCollection": collection } = await read("omnidex-demo");
    expect([conformsTo, collection]).toEqual(["http://mlcommons.org/croissant/1.1", undefined]);
  });

  it("describes files that can be downloaded with exactly the stated size and checksum", async () => {
    for (const { contentUrl, contentSize, sha256 } of (await read("gaps")).distribution) {
      const { pathname, search } = new URL(contentUrl);
      const bytes = new Uint8Array(await (await fetchFile(server, pathname + search)).arrayBuffer());
      expect(createHash("sha256").update(bytes).digest("hex")).toBe(sha256);
      expect(contentSize).toBe(`${bytes.length} B`);
    }
  });

  it("names columns that exist in the files", async () => {
    const { distribution, recordSet } = await read("gaps");
    const { pathname, search } = new URL(
      distribution.find((file) => file["@id"] === "questions.parquet")?.contentUrl ?? "",
    );
    const [row] = await parseParquet(await (await fetchFile(server, pathname + search)).arrayBuffer());
    expect(recordSet[0]?.field.map(({ source }) => source.extract.column)).toEqual(Object.keys(row ?? {}));
  });

  it("leaves hidden answers out, even for administrators, because it describes the public download", async () => {
    const before = await read("gaps");
    await setAccess("HIDDEN");
    for (const options of [undefined, asAdmin]) {
      const hidden = await read("gaps", options);
      expect(croissantFaults(hidden)).toEqual([]);
      const names = hidden.recordSet[0]?.field.map(({ name }) => name) ?? [];
      expect(names.filter((name) => /answer(?!Format|Access)|reasoning/.test(name))).toEqual([]);
      expect(hidden.distribution[0]?.sha256).not.toBe(before.distribution[0]?.sha256);
    }
    await setAccess("VISIBLE");
  });

  it("returns 304 to a caller that has the current version, and states the media type of the description", async () => {
    const { headers } = await fetchFile(server, "/croissant/gaps");
    expect(headers.get("content-type")).toBe('application/ld+json; profile="http://mlcommons.org/croissant/1.1"');
    const again = await fetchPath(server, "/croissant/gaps", {
      headers: { "if-none-match": headers.get("etag") ?? "" },
    });
    expect(again.status).toBe(304);
  });

  it("returns 404 for a benchmark that was not imported", async () => {
    for (const slug of ["mmworld", "nothing"])
      await expectFault(server, await fetchPath(server, `/croissant/${slug}`), ["NOT_FOUND", new RegExp(slug)]);
  });
});

interface Released {
  readonly benchmark: { readonly release: { readonly contentHash: string } };
}
const HASH = "query ($slug: String!) { benchmark(slug: $slug) { release { contentHash } } }";
const hashOf = async (slug: string) => (await server.data<Released>(HASH, { slug })).benchmark.release.contentHash;

describe("GET /export/benchmarks/<slug>.json", () => {
  const OWN = {
    benchmark: { slug: "own", title: "Own", license: "CC0-1.0", homepage: "https://own.test" },
    tasks: [
      { name: "Sound source", level: "PERCEPTION", chance: 0.25 },
      { name: "Cause", level: "REASONING", dominance: "AUDIO", metric: "F1" },
    ],
    videos: [
      { key: "pan", category: "Cooking/Hot", durationSeconds: 42, audioTypes: ["SOUND"], native: { take: 2 } },
      {
        key: "radio",
        audioTypes: ["SPEECH", { type: "MUSIC", nativeLabel: "Song" }],
        url: "https://own.test/r.mp4",
        subset: "s",
      },
    ],
    questions: [
      {
        key: "1",
        video: "pan",
        task: "Cause",
        text: "Why?",
        options: ["B", "A", "C"],
        answer: "A",
        questionOnly: false,
      },
      {
        key: "2",
        video: "radio",
        task: "Sound source",
        level: "REASONING",
        text: "How many?",
        answer: 3,
        requiresAudio: true,
      },
      {
        key: "3",
        task: "Cause",
        text: "What?",
        answer: "a bell",
        reasoningSteps: [{ modality: "audio", evidence: "ding" }],
      },
      { key: "4", task: "Cause", text: "Count.", answerFormat: "INSTANCE_COUNTS", answer: { dog: 2 } },
      {
        key: "5",
        task: "Cause",
        text: "Which?",
        answerFormat: "RETRIEVAL",
        answer: [3, 1],
        media: [{ kind: "AUDIO", path: "a.wav" }],
      },
      { key: "6", task: "Cause", text: "Say.", answerFormat: "CAPTION", answer: ["one", "two"] },
      {
        key: "7",
        task: "Cause",
        text: "Where?",
        answerFormat: "BOXES",
        answer: { bbox: { dog: [1, 2, 3, 4] }, original_wh: [9, 9] },
      },
      {
        key: "8",
        task: "Cause",
        text: "When?",
        answerFormat: "FRAME_BOXES",
        answer: { frame_0: null, frame_1: [1, 2, 3, 4] },
      },
    ],
  };
  const imported = (slug: string, value: unknown) =>
    importFiles(server.database, slug, [
      { name: `${slug}.json`, bytes: new TextEncoder().encode(JSON.stringify(value)) },
    ]);

  it("returns a file that imports as the same release", async () => {
    const { contentHash } = await imported("own", OWN);
    const file: typeof OWN = await (await fetchFile(server, "/export/benchmarks/own.json")).json();
    expect(file.benchmark).toEqual(OWN.benchmark);
    expect(await imported("own", file)).toMatchObject({ contentHash, status: "UNCHANGED" });
  });

  it("returns all questions of a real benchmark", async (context) => {
    const shared = sharedDataset(context, "omnivideobench/data.json");
    await importFiles(server.database, "omnivideobench", [shared]);
    const file: typeof OWN = await (await fetchFile(server, "/export/benchmarks/omnivideobench.json")).json();
    await imported("copy", { ...file, benchmark: { ...file.benchmark, slug: "copy" } });
    const FIELDS =
      "key text options { text } answer { label } task { slug } level audioTypes { type nativeLabel } native";
    const all = async (slug: string) =>
      server.data(`{ questions(filter: { benchmarks: ["${slug}"] }, first: 1000) { totalCount nodes { ${FIELDS} } } }`);
    expect(await all("copy")).toEqual(await all("omnivideobench"));
    expect(await hashOf("copy")).toMatch(/^[0-9a-f]{64}$/);
  });

  it("refuses callers who may not see the answers", async () => {
    await setAccess("HIDDEN");
    await expectFault(server, await fetchPath(server, "/export/benchmarks/own.json"), [
      "FORBIDDEN",
      /hides its answers/,
    ]);
    expect((await fetchFile(server, "/export/benchmarks/own.json", asAdmin)).status).toBe(200);
    await setAccess("VISIBLE");
  });

  it("returns 404 for an unknown benchmark or an unknown extension", async () => {
    for (const path of ["nothing.json", "own.csv"])
      await expectFault(server, await fetchPath(server, `/export/benchmarks/${path}`), ["NOT_FOUND", /nothing|own/]);
  });
});
