import { existsSync } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { aviBenchFiles } from "../../fixtures/avi-bench-fixture.ts";
import { parquetFile } from "../../fixtures/file-writing.ts";
import { mmworldFixture, mmworldJson } from "../../fixtures/mmworld-fixture.ts";
import {
  omniVideoBenchFixture,
  omniVideoBenchJson,
  omniVideoBenchRows,
} from "../../fixtures/omnivideobench-fixture.ts";
import { worldSenseFixture, worldSenseJson } from "../../fixtures/worldsense-fixture.ts";
import { omnidex } from "../cli-process.ts";
import { sha256 } from "./hub-server.ts";
import {
  aviPlace,
  download,
  manifestOf,
  OTHER_WORLDSENSE,
  pathAtHub,
  useHub,
  WORLDSENSE,
  withoutPauses,
  withServer,
} from "./pull-place.ts";

const { hub, atHome } = useHub();
const FLAT = parquetFile("data.parquet", omniVideoBenchRows(omniVideoBenchFixture().slice(0, 40)));

describe("omnidex pull", () => {
  it.each([
    ["worldsense", "honglyhly/WorldSense", [worldSenseJson(worldSenseFixture().slice(0, 40))]],
    ["mmworld", "Xuehai/MMWorld", [mmworldJson(mmworldFixture().slice(0, 40))]],
    ["omnivideobench", "NJU-LINK/OmniVideoBench", [omniVideoBenchJson(omniVideoBenchFixture().slice(0, 40))]],
    // As the Hub repository has it today.
    ["omnivideobench", "NJU-LINK/OmniVideoBench", [FLAT]],
    ["avi-bench", "FudanCVL/AVIBench", aviBenchFiles()],
  ])("downloads %s from %s, checks and imports it, and prints its source", (benchmark, repo, source) =>
    atHome(async (place) => {
      const files = Object.fromEntries(
        source.map(({ name, bytes }) => [pathAtHub(benchmark, name), Buffer.from(bytes)]),
      );
      const commit = hub.commit(repo, {
        ...files,
        "README.md": Buffer.from("# a dataset"),
        "videos.zip": Buffer.alloc(5000),
      });
      const { code, stdout, stderr } = await withServer((environment) =>
        place.pull([benchmark, "--dir", place.files, "--accept-license"], environment),
      );
      expect({ code, stderr }, stderr).toMatchObject({ code: 0 });
      expect(stderr).toContain(`The terms of ${hub.url}/datasets/${repo}:`);
      expect(stdout).toContain(`${repo} at ${commit}: `);
      expect(stdout).toContain(`${benchmark} imported as release 1`);
      expect(await manifestOf(place)).toMatchObject({
        ...{ benchmark, repo, asked: "main", revision: commit, endpoint: hub.url },
        files: Object.entries(files)
          .map(([path, content]) => ({ path, size: content.length, sha256: sha256(content) }))
          .toSorted((a, b) => aviPlace(a.path) - aviPlace(b.path)),
      });
      // Only files of questions are downloaded, no videos.
      expect(existsSync(join(place.files, "videos.zip"))).toBe(false);
    }),
  );

  it("prints its result as JSON, and downloads nothing twice", () =>
    atHome((place) =>
      withServer(async (environment) => {
        const commit = hub.commit("honglyhly/WorldSense", { "worldsense_qa.json": WORLDSENSE });
        const first = await place.pull(["worldsense", "--dir", place.files, "--accept-license", "--json"], environment);
        const file = { path: "worldsense_qa.json", size: WORLDSENSE.length, sha256: sha256(WORLDSENSE) };
        expect(JSON.parse(first.stdout)).toMatchObject({
          ...{
            benchmark: "worldsense",
            repo: "honglyhly/WorldSense",
            asked: "main",
            revision: commit,
            folder: place.files,
          },
          files: [{ ...file, status: "DOWNLOADED" }],
          import: { status: "CREATED", counts: { videos: 40 } },
        });
        hub.storageAsked.length = 0;
        const second = await place.pull(["worldsense", "--dir", place.files, "--no-import", "--json"]);
        expect(second.stderr).toBe("");
        expect(JSON.parse(second.stdout)).toMatchObject({ files: [{ status: "KEPT" }], import: null });
        expect(hub.storageAsked).toEqual([]);
        // Importing the downloaded files from their folder gives the same release.
        const again = await omnidex(["import", "worldsense", place.files, "--json"], environment);
        expect(JSON.parse(again.stdout)).toMatchObject({ status: "UNCHANGED" });
      }),
    ));

  it("accepts another dataset, an older commit of it, and the names of its files", () =>
    atHome(async (place) => {
      const old = hub.commit("me/mirror", { "data/questions.json": OTHER_WORLDSENSE });
      hub.commit("me/mirror", { "data/questions.json": WORLDSENSE });
      const args = ["--repo", "me/mirror", "--file", "data/questions.json", "--revision", old];
      expect(await download(place, ...args)).toMatchObject({ code: 0 });
      expect(await readFile(join(place.files, "data/questions.json"))).toEqual(OTHER_WORLDSENSE);
      expect(await manifestOf(place)).toMatchObject({ repo: "me/mirror", asked: old, revision: old });
    }));
});

describe("omnidex pull with missing names or without the Hub", () => {
  it.each<[string, readonly string[], RegExp]>([
    [
      "a missing dataset",
      ["--repo", "no/such"],
      /There is no dataset 'no\/such' at .*, or it is private\.\n.*HF_TOKEN.*--repo/,
    ],
    ["a missing revision", ["--revision", "v9"], /has no revision 'v9'\.\nIts revisions: .*\/commits\/main/],
    [
      "a missing file",
      ["--file", "none.json"],
      /has no 'none\.json' in revision [0-9a-f]{40}\.\nIt has: videos\/, worldsense_qa\.json\. Name its files with --file/,
    ],
  ])("reports %s, and says what to do", (_, args, message) =>
    atHome(async (place) => {
      hub.commit("honglyhly/WorldSense", { "videos/1.mp4": Buffer.from("v"), "worldsense_qa.json": WORLDSENSE });
      const { code, stderr } = await download(place, ...args);
      expect(stderr).toMatch(message);
      expect(code).toBe(1);
    }),
  );

  it("downloads the files that exist if the dataset lacks other files of the benchmark", () =>
    atHome(async (place) => {
      const [first, second] = aviBenchFiles();
      const files = Object.fromEntries(
        [first, second].flatMap((file) => (file ? [[pathAtHub("avi-bench", file.name), Buffer.from(file.bytes)]] : [])),
      );
      hub.commit("FudanCVL/AVIBench", files);
      const { code, stderr, stdout } = await withServer((environment) =>
        place.pull(["avi-bench", "--dir", place.files, "--accept-license"], environment),
      );
      expect({ code, stderr }).toMatchObject({ code: 0 });
      expect(stderr.match(/the dataset has no 'levels\//g)).toHaveLength(13);
      expect(stdout).toContain("2 files");
    }));

  it("gives advice if the Hub does not answer", () =>
    atHome(async (place) => {
      const { code, stderr, pauses } = await withoutPauses(() =>
        place.pull(["worldsense", "--accept-license"], { HF_ENDPOINT: "http://127.0.0.1:9" }),
      );
      expect({ code, pauses }).toEqual({ code: 1, pauses: [500, 1000, 2000, 4000] });
      expect(stderr).toMatch(
        /Nothing answers at http:\/\/127\.0\.0\.1:9 \(.*\)\.\nCheck the network and HF_ENDPOINT\./,
      );
    }));
});

describe("bad usage of omnidex pull", () => {
  it.each<[string, readonly string[], Record<string, string>, string]>([
    ["an unknown benchmark", ["worldsens"], {}, "Did you mean 'worldsense'?"],
    [
      "a benchmark of one's own without files",
      ["my-bench", "--repo", "me/mine"],
      {},
      "There are no known files of 'my-bench' in 'me/mine'.\nName them with --file.",
    ],
    [
      "a name that is not a dataset",
      ["worldsense", "--repo", "WorldSense"],
      {},
      "Datasets look like honglyhly/WorldSense.",
    ],
    ["a path outside the folder", ["worldsense", "--file", "../x.json"], {}, "'../x.json' is not the path"],
    ["a Windows path", ["worldsense", "--file", "C:\\x.json"], {}, "is not the path"],
    ["an endpoint that is not a URL", ["worldsense"], { HF_ENDPOINT: "huggingface.co" }, "HF_ENDPOINT is not a URL"],
    [
      "a timeout that is not a number",
      ["worldsense"],
      { HF_HUB_DOWNLOAD_TIMEOUT: "soon" },
      "HF_HUB_DOWNLOAD_TIMEOUT must be a number of seconds",
    ],
    ["offline mode", ["worldsense"], { HF_HUB_OFFLINE: "1" }, "HF_HUB_OFFLINE is set"],
  ])("is refused before any request: %s", (_, args, environment, message) =>
    atHome(async ({ pull }) => {
      const { code, stderr } = await pull(args, environment);
      expect(stderr).toContain(message);
      expect(code).toBe(2);
      expect(hub.asked).toEqual([]);
    }),
  );
});

describe("the terms of a dataset", () => {
  it("are printed and must be accepted before the first download, once", () =>
    atHome(async (place) => {
      hub.commit(
        "FudanCVL/AVIBench",
        { "levels/reasoning/AVH/data.json": Buffer.from("[]") },
        { license: "cc-by-nd-4.0" },
      );
      const args = ["avi-bench", "--dir", place.files, "--no-import"];
      const asked = await place.pull(args);
      expect(asked.code).toBe(2);
      expect(asked.stderr).toContain("no part of it may be used to train");
      expect(asked.stderr).toContain("must not be redistributed");
      expect(asked.stderr).toContain("Its card at the Hub says: cc-by-nd-4.0.");
      expect(asked.stderr).toContain("run the same command again with --accept-license");
      expect(existsSync(place.files)).toBe(false);
      expect((await place.pull([...args, "--accept-license"])).code).toBe(0);
      const file = join(place.folder, "config/accepted-licenses.json");
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      const second = await place.pull(args);
      expect(second.code).toBe(0);
      expect(second.stderr).not.toContain("The terms of");
      // If the licence at the Hub changes, the user is asked again.
      hub.commit("FudanCVL/AVIBench", { "levels/reasoning/AVH/data.json": Buffer.from("[]") }, { license: "other" });
      expect(await place.pull(args)).toMatchObject({ code: 2, stderr: expect.stringContaining("says: other.") });
    }));
});
