import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { aviBenchFiles } from "../../fixtures/avi-bench-fixture.ts";
import { mmworldFixture, mmworldJson } from "../../fixtures/mmworld-fixture.ts";
import { omniVideoBenchFixture, omniVideoBenchJson } from "../../fixtures/omnivideobench-fixture.ts";
import { worldSenseFixture, worldSenseJson } from "../../fixtures/worldsense-fixture.ts";
import { seedDataFolder } from "../../support/seeded-database.ts";
import { type Finished, inFolder, omnidex } from "../cli-process.ts";
import { cutAfter, HubServer, refuse, sha256, startOf } from "./hub-server.ts";

let hub: HubServer;
beforeAll(async () => {
  hub = await HubServer.start();
});
afterAll(() => hub.close());
afterEach(() => {
  hub.fault = () => false;
  hub.storageFault = () => false;
  hub.asked.length = 0;
  hub.storageAsked.length = 0;
});

const WORLDSENSE = Buffer.from(worldSenseJson(worldSenseFixture().slice(0, 40)).bytes);
const OTHER_WORLDSENSE = Buffer.from(worldSenseJson(worldSenseFixture().slice(0, 30)).bytes);

interface Place {
  readonly folder: string;
  /** Where the files go. */
  readonly files: string;
  pull(args: readonly string[], environment?: Record<string, string>): Promise<Finished>;
}

/** A user with a home of their own, who has accepted nothing yet. */
const atHome = <T>(work: (place: Place) => Promise<T>): Promise<T> =>
  inFolder((folder) => {
    const home = {
      ...{ HOME: folder, HF_ENDPOINT: hub.url, HF_HUB_DOWNLOAD_TIMEOUT: "5" },
      ...{ OMNIDEX_CONFIG_DIR: join(folder, "config"), OMNIDEX_DATA_DIR: join(folder, "data") },
    };
    const files = join(folder, "files");
    const pull: Place["pull"] = async (args, environment) => {
      if (!args.includes("--no-import") && !existsSync(home.OMNIDEX_DATA_DIR))
        await seedDataFolder(home.OMNIDEX_DATA_DIR);
      return omnidex(["pull", ...args], { ...home, ...environment });
    };
    return work({ folder, files, pull });
  });

const manifestOf = async ({ files }: Place): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(join(files, "omnidex-pull.json"), "utf8"));

/** Downloads WorldSense's questions without importing them. */
const download = ({ pull, files }: Place, ...more: string[]): Promise<Finished> =>
  pull(["worldsense", "--dir", files, "--accept-license", "--no-import", ...more]);

describe("omnidex pull", () => {
  it.each([
    ["worldsense", "honglyhly/WorldSense", [worldSenseJson(worldSenseFixture().slice(0, 40))]],
    ["mmworld", "Xuehai/MMWorld", [mmworldJson(mmworldFixture().slice(0, 40))]],
    ["omnivideobench", "NJU-LINK/OmniVideoBench", [omniVideoBenchJson(omniVideoBenchFixture().slice(0, 40))]],
    ["avi-bench", "FudanCVL/AVIBench", aviBenchFiles()],
  ])("downloads %s from %s, checks it, imports it, and says where it is from", (benchmark, repo, source) =>
    atHome(async (place) => {
      const files = Object.fromEntries(
        source.map(({ name, bytes }) => [pathAtHub(benchmark, name), Buffer.from(bytes)]),
      );
      const commit = hub.commit(repo, {
        ...files,
        "README.md": Buffer.from("# a dataset"),
        "videos.zip": Buffer.alloc(5000),
      });
      const { code, stdout, stderr } = await place.pull([benchmark, "--dir", place.files, "--accept-license"]);
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
      // No videos, and nothing else that is not questions.
      expect(existsSync(join(place.files, "videos.zip"))).toBe(false);
    }),
  );

  it("prints what it did as JSON, and downloads nothing twice", () =>
    atHome(async (place) => {
      const commit = hub.commit("honglyhly/WorldSense", { "worldsense_qa.json": WORLDSENSE });
      const first = await place.pull(["worldsense", "--dir", place.files, "--accept-license", "--json"]);
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
      // What was pulled can be imported from its folder, too: it is the same release.
      const again = await omnidex(["import", "worldsense", place.files, "--json"], {
        OMNIDEX_DATA_DIR: join(place.folder, "data"),
      });
      expect(JSON.parse(again.stdout)).toMatchObject({ status: "UNCHANGED" });
    }));

  it("takes a revision by its name or commit, and another dataset's own files", () =>
    atHome(async (place) => {
      const old = hub.commit("me/mirror", { "data/questions.json": OTHER_WORLDSENSE });
      hub.commit("me/mirror", { "data/questions.json": WORLDSENSE });
      const args = ["--repo", "me/mirror", "--file", "data/questions.json", "--revision", old];
      expect(await download(place, ...args)).toMatchObject({ code: 0 });
      expect(await readFile(join(place.files, "data/questions.json"))).toEqual(OTHER_WORLDSENSE);
      expect(await manifestOf(place)).toMatchObject({ repo: "me/mirror", asked: old, revision: old });
    }));
});

/** Where the dataset has what the fixture calls so. */
const pathAtHub = (benchmark: string, name: string): string => {
  const [, task = ""] = /\/([A-Z_]+)\/data\.json$/.exec(name) ?? [];
  if (benchmark !== "avi-bench") return name.replace(/^.*\//, "");
  const stage = /^(AMIC|VMIC|AVL|AVM)$/.test(task)
    ? "perception"
    : /^(VAR|AVR|AVC)$/.test(task)
      ? "understand"
      : /SQA/.test(task)
        ? "sensation"
        : "reasoning";
  return `levels/${stage}/${task}/data.json`;
};
const AVI_ORDER = [
  "AMIC",
  "VMIC",
  "AVL",
  "AVM",
  "VAR",
  "AVR",
  "AVC",
  "AVH",
  "VAH",
  "AVQA",
  "AVLG",
  "ASQA",
  "VSQA_I",
  "VSQA_V",
  "AVSQA",
];
const aviPlace = (path: string): number => AVI_ORDER.indexOf(path.split("/")[2] ?? "");

describe("a broken connection", () => {
  it("is gone on from where it broke, in the same run", () =>
    atHome(async (place) => {
      hub.commit("honglyhly/WorldSense", { "worldsense_qa.json": WORLDSENSE });
      let breaks = 3;
      hub.storageFault = (asked, response) => {
        if (breaks-- <= 0) return false;
        cutAfter(response, WORLDSENSE, startOf(asked), 3000);
        return true;
      };
      expect(await download(place)).toMatchObject({ code: 0 });
      expect(await readFile(join(place.files, "worldsense_qa.json"))).toEqual(WORLDSENSE);
      expect(hub.storageAsked.map(startOf)).toEqual([0, 3000, 6000, 9000]);
    }));

  it(
    "is gone on from in a later run, and only for the same content",
    () =>
      atHome(async (place) => {
        hub.commit("honglyhly/WorldSense", { "worldsense_qa.json": WORLDSENSE });
        hub.storageFault = (asked, response) => {
          cutAfter(response, WORLDSENSE, startOf(asked), startOf(asked) === 0 ? 4000 : 0);
          return true;
        };
        const broken = await download(place);
        expect(broken.code).toBe(1);
        expect(broken.stderr).toContain(
          `The connection broke 5 times at byte 4000 of ${WORLDSENSE.length} of 'worldsense_qa.json'`,
        );
        expect(broken.stderr).toContain("Run the same again: it goes on where it stopped.");
        expect(existsSync(join(place.files, "worldsense_qa.json"))).toBe(false);
        expect(existsSync(join(place.files, "omnidex-pull.json"))).toBe(false);
        hub.storageFault = () => false;
        hub.storageAsked.length = 0;
        const resumed = await download(place, "--json");
        expect(JSON.parse(resumed.stdout)).toMatchObject({
          files: [{ status: "RESUMED", sha256: sha256(WORLDSENSE) }],
        });
        expect(hub.storageAsked.map(startOf)).toEqual([4000]);
        expect(await readdir(place.files)).toEqual(["omnidex-pull.json", "worldsense_qa.json"]);
      }),
    60_000,
  );

  it(
    "then a new commit: none of the old part is taken",
    () =>
      atHome(async (place) => {
        hub.commit("honglyhly/WorldSense", { "worldsense_qa.json": WORLDSENSE });
        hub.storageFault = (asked, response) => {
          cutAfter(response, WORLDSENSE, startOf(asked), startOf(asked) === 0 ? 4000 : 0);
          return true;
        };
        expect((await download(place)).code).toBe(1);
        hub.storageFault = () => false;
        hub.storageAsked.length = 0;
        const commit = hub.commit("honglyhly/WorldSense", { "worldsense_qa.json": OTHER_WORLDSENSE });
        expect(await download(place)).toMatchObject({ code: 0 });
        expect(hub.storageAsked.map(startOf)).toEqual([0]);
        expect(await readFile(join(place.files, "worldsense_qa.json"))).toEqual(OTHER_WORLDSENSE);
        expect(await manifestOf(place)).toMatchObject({ revision: commit });
        expect(await readdir(place.files)).toEqual(["omnidex-pull.json", "worldsense_qa.json"]);
      }),
    60_000,
  );

  it("and a commit while it was broken: all files are of the first one", () =>
    atHome(async (place) => {
      const files = Object.fromEntries(
        aviBenchFiles().map(({ name, bytes }) => [pathAtHub("avi-bench", name), Buffer.from(bytes)]),
      );
      const first = hub.commit("FudanCVL/AVIBench", files);
      let served = 0;
      hub.fault = (asked) => {
        // A new commit after the third file, with other content in every file.
        if (asked.path.includes("/resolve/") && ++served === 3) {
          hub.commit(
            "FudanCVL/AVIBench",
            Object.fromEntries(Object.keys(files).map((path) => [path, Buffer.from("[]")])),
          );
        }
        return false;
      };
      expect(await place.pull(["avi-bench", "--dir", place.files, "--accept-license", "--no-import"])).toMatchObject({
        code: 0,
      });
      expect(await manifestOf(place)).toMatchObject({ asked: "main", revision: first });
      for (const [path, content] of Object.entries(files))
        expect(await readFile(join(place.files, path))).toEqual(content);
    }));

  it("to a server that then does not heed ranges begins anew", () =>
    atHome(async (place) => {
      hub.commit("honglyhly/WorldSense", { "worldsense_qa.json": WORLDSENSE });
      hub.storageFault = (_, response) => {
        if (hub.storageAsked.length === 1) cutAfter(response, WORLDSENSE, 0, 5000);
        else response.writeHead(200, { "content-length": WORLDSENSE.length }).end(WORLDSENSE);
        return true;
      };
      expect(await download(place)).toMatchObject({ code: 0 });
      expect(await readFile(join(place.files, "worldsense_qa.json"))).toEqual(WORLDSENSE);
    }));

  it("is noticed where nothing comes any more", () =>
    atHome(async (place) => {
      hub.commit("honglyhly/WorldSense", { "worldsense_qa.json": WORLDSENSE });
      hub.storageFault = (_, response) => {
        if (hub.storageAsked.length > 1) return false;
        response.writeHead(200, { "content-length": WORLDSENSE.length }).write(WORLDSENSE.subarray(0, 2000));
        return true;
      };
      const { code } = await place.pull(["worldsense", "--dir", place.files, "--accept-license", "--no-import"], {
        HF_HUB_DOWNLOAD_TIMEOUT: "1",
      });
      expect(code).toBe(0);
      expect(hub.storageAsked.map(startOf)).toEqual([0, 2000]);
    }));

  it("and a Hub that is busy are waited for", () =>
    atHome(async (place) => {
      hub.commit("honglyhly/WorldSense", { "worldsense_qa.json": WORLDSENSE });
      let busy = 2;
      hub.fault = (_, response) => {
        if (busy-- <= 0) return false;
        response.setHeader("retry-after", "1");
        refuse(response, busy === 1 ? 503 : 429, null, "");
        return true;
      };
      expect(await download(place)).toMatchObject({ code: 0 });
    }));
});

describe("content that is not what the Hub says", () => {
  it("is removed and refused, in LFS and in git", () =>
    atHome(async (place) => {
      const small = Buffer.from('{"a": 1}');
      hub.commit("me/mirror", { "large.json": WORLDSENSE, "small.json": small });
      const changed = (content: Buffer): Buffer =>
        Buffer.from(content.map((byte, index) => (index === 5 ? byte ^ 1 : byte)));
      hub.storageFault = (_, response) => {
        response.writeHead(200).end(changed(WORLDSENSE));
        return true;
      };
      hub.fault = (asked, response) => {
        if (!asked.path.endsWith("small.json")) return false;
        response.writeHead(200).end(changed(small));
        return true;
      };
      for (const [name, checksum] of [
        ["large.json", `SHA-256 ${sha256(WORLDSENSE)}`],
        ["small.json", "git "],
      ] as const) {
        const { code, stderr } = await download(place, "--repo", "me/mirror", "--file", name);
        expect(code).toBe(1);
        expect(stderr).toContain(`'${name}' did not come as the Hub says that it is`);
        expect(stderr).toContain(`should be ${checksum}`);
      }
      expect(await readdir(place.files)).toEqual([]);
    }));

  it("in a damaged part costs a download from the beginning, and is not kept", () =>
    atHome(async (place) => {
      hub.commit("honglyhly/WorldSense", { "worldsense_qa.json": WORLDSENSE });
      await mkdir(place.files, { recursive: true });
      const part = join(place.files, `worldsense_qa.json.${sha256(WORLDSENSE).slice(0, 12)}.part`);
      await writeFile(part, "x".repeat(1234));
      expect(await download(place)).toMatchObject({ code: 0 });
      expect(hub.storageAsked.map(startOf)).toEqual([1234, 0]);
      expect(await readFile(join(place.files, "worldsense_qa.json"))).toEqual(WORLDSENSE);
    }));

  it("in a file that was changed here is mended", () =>
    atHome(async (place) => {
      hub.commit("honglyhly/WorldSense", { "worldsense_qa.json": WORLDSENSE });
      await download(place);
      await writeFile(join(place.files, "worldsense_qa.json"), Buffer.alloc(WORLDSENSE.length));
      expect(await download(place)).toMatchObject({ code: 0 });
      expect(await readFile(join(place.files, "worldsense_qa.json"))).toEqual(WORLDSENSE);
    }));

  it("for being of another commit is refused", () =>
    atHome(async (place) => {
      const commit = hub.commit("honglyhly/WorldSense", { "worldsense_qa.json": WORLDSENSE });
      hub.fault = (asked, response) => {
        if (!asked.path.includes("/resolve/")) return false;
        response.writeHead(200, { "x-repo-commit": "f".repeat(40) }).end(WORLDSENSE);
        return true;
      };
      const { code, stderr } = await download(place);
      expect(code).toBe(1);
      expect(stderr).toContain(`was asked for at commit ${commit}, and the Hub answered with ${"f".repeat(40)}`);
    }));

  it("for having no end is cut", () =>
    atHome(async (place) => {
      hub.commit("honglyhly/WorldSense", { "worldsense_qa.json": WORLDSENSE });
      hub.storageFault = (_, response) => {
        response.writeHead(200);
        const write = (): void => {
          while (!response.destroyed && response.write(Buffer.alloc(100_000)));
          if (!response.destroyed) response.once("drain", write);
        };
        write();
        return true;
      };
      const { code, stderr } = await download(place);
      expect(code).toBe(1);
      expect(stderr).toContain(`More came of 'worldsense_qa.json' than the ${WORLDSENSE.length} bytes that it has.`);
      for (const name of await readdir(place.files)) {
        expect((await stat(join(place.files, name))).size).toBeLessThanOrEqual(WORLDSENSE.length);
      }
    }));
});

describe("the token", () => {
  const gated = (): string => hub.commit("NJU-LINK/OmniVideoBench", { "data.json": WORLDSENSE }, { gated: true });
  const pullGated = ({ pull, files }: Place, environment: Record<string, string>): Promise<Finished> =>
    pull(["omnivideobench", "--dir", files, "--accept-license", "--no-import"], environment);

  it.each<[string, (folder: string) => Record<string, string>, string | null]>([
    ["HF_TOKEN", () => ({ HF_TOKEN: "hf_member\n" }), null],
    ["HF_TOKEN_PATH", (folder) => ({ HF_TOKEN_PATH: join(folder, "my-token") }), "my-token"],
    ["HF_HOME", (folder) => ({ HF_HOME: join(folder, "hf") }), "hf/token"],
    ["the home folder", () => ({}), ".cache/huggingface/token"],
  ])("of %s goes to the Hub, and to nobody else", (_, environment, file) =>
    atHome(async (place) => {
      gated();
      if (file !== null) {
        await mkdir(dirname(join(place.folder, file)), { recursive: true });
        await writeFile(join(place.folder, file), "hf_member\n");
      }
      expect(await pullGated(place, environment(place.folder))).toMatchObject({ code: 0 });
      for (const { headers } of hub.asked) expect(headers.authorization).toBe("Bearer hf_member");
      expect(hub.storageAsked.length).toBeGreaterThan(0);
      for (const { headers } of hub.storageAsked) {
        expect(JSON.stringify(headers)).not.toContain("hf_member");
        expect(headers.authorization).toBeUndefined();
      }
    }),
  );

  it("is not in a file of another host's that the API names", () =>
    atHome(async (place) => {
      gated();
      const stranger = await HubServer.start();
      stranger.commit("NJU-LINK/OmniVideoBench", { "data.json": WORLDSENSE });
      // Even the API may have moved: the dataset's new address is another host's.
      hub.fault = (asked, response) => {
        response.writeHead(307, { location: `${stranger.url}${asked.path}` }).end();
        return true;
      };
      await pullGated(place, { HF_TOKEN: "hf_member" });
      expect(stranger.asked.length).toBeGreaterThan(0);
      for (const { headers } of stranger.asked) expect(headers.authorization).toBeUndefined();
      await stranger.close();
    }));

  it.each<[string, Record<string, string>, string, string]>([
    ["none", {}, "is gated: Access to this dataset is restricted.", "set it as HF_TOKEN, and run the same again."],
    ["one of somebody else", { HF_TOKEN: "hf_stranger" }, "is gated", "with the account of the token (HF_TOKEN)"],
    [
      "one that is none",
      { HF_TOKEN: "hf_nobody" },
      "does not know the token: Invalid credentials",
      "It is from HF_TOKEN.",
    ],
    [
      "one that is not to be sent",
      { HF_TOKEN: "hf_member", HF_HUB_DISABLE_IMPLICIT_TOKEN: "1" },
      "is gated",
      "HF_TOKEN",
    ],
  ])("where a dataset is gated and there is %s: what to do", (_, environment, problem, hint) =>
    atHome(async (place) => {
      gated();
      const { code, stderr } = await pullGated(place, environment);
      expect(code).toBe(1);
      expect(stderr).toContain(problem);
      expect(stderr).toContain(hint);
      expect(stderr).not.toContain(environment.HF_TOKEN ?? "hf_none");
    }),
  );

  it("with a line break in it is refused, and not shown", () =>
    atHome(async (place) => {
      const { code, stderr } = await pullGated(place, { HF_TOKEN: "hf_mem\nber" });
      expect(code).toBe(2);
      expect(stderr).toContain("The token of HF_TOKEN holds blanks");
      expect(stderr).not.toContain("hf_mem");
    }));
});

describe("what is not there", () => {
  it.each<[string, readonly string[], RegExp]>([
    [
      "a dataset",
      ["--repo", "no/such"],
      /There is no dataset 'no\/such' at .*, or it is private\.\n.*HF_TOKEN.*--repo/,
    ],
    ["a revision", ["--revision", "v9"], /has no revision 'v9'\.\nIts revisions: .*\/commits\/main/],
    [
      "a file",
      ["--file", "none.json"],
      /has no 'none\.json' in revision [0-9a-f]{40}\.\nIt has: videos\/, worldsense_qa\.json\. Name its files with --file/,
    ],
  ])("%s: what there is", (_, args, message) =>
    atHome(async (place) => {
      hub.commit("honglyhly/WorldSense", { "videos/1.mp4": Buffer.from("v"), "worldsense_qa.json": WORLDSENSE });
      const { code, stderr } = await download(place, ...args);
      expect(stderr).toMatch(message);
      expect(code).toBe(1);
    }),
  );

  it("some of several files: the others are taken", () =>
    atHome(async (place) => {
      const [first, second] = aviBenchFiles();
      const files = Object.fromEntries(
        [first, second].flatMap((file) => (file ? [[pathAtHub("avi-bench", file.name), Buffer.from(file.bytes)]] : [])),
      );
      hub.commit("FudanCVL/AVIBench", files);
      const { code, stderr, stdout } = await place.pull(["avi-bench", "--dir", place.files, "--accept-license"]);
      expect({ code, stderr }).toMatchObject({ code: 0 });
      expect(stderr.match(/the dataset has no 'levels\//g)).toHaveLength(13);
      expect(stdout).toContain("2 files");
    }));

  it("a Hub", () =>
    atHome(async (place) => {
      const { code, stderr } = await place.pull(["worldsense", "--accept-license"], {
        HF_ENDPOINT: "http://127.0.0.1:9",
      });
      expect(code).toBe(1);
      expect(stderr).toMatch(
        /Nothing answers at http:\/\/127\.0\.0\.1:9 \(.*\)\.\nIs the network up, and HF_ENDPOINT right\?/,
      );
    }));
});

describe("bad usage", () => {
  it.each<[string, readonly string[], Record<string, string>, string]>([
    ["an unknown benchmark", ["worldsens"], {}, "Did you mean 'worldsense'?"],
    [
      "one's own without files",
      ["my-bench", "--repo", "me/mine"],
      {},
      "name the dataset with --repo and its files with --file",
    ],
    ["no dataset", ["worldsense", "--repo", "WorldSense"], {}, "Datasets look like honglyhly/WorldSense."],
    ["a path out of the folder", ["worldsense", "--file", "../x.json"], {}, "'../x.json' is no path"],
    ["a path of Windows", ["worldsense", "--file", "C:\\x.json"], {}, "is no path"],
    ["no endpoint", ["worldsense"], { HF_ENDPOINT: "huggingface.co" }, "HF_ENDPOINT is no address"],
    ["no time", ["worldsense"], { HF_HUB_DOWNLOAD_TIMEOUT: "soon" }, "HF_HUB_DOWNLOAD_TIMEOUT is a number of seconds"],
    ["to be offline", ["worldsense"], { HF_HUB_OFFLINE: "1" }, "HF_HUB_OFFLINE is set"],
  ])("%s", (_, args, environment, message) =>
    atHome(async ({ pull }) => {
      const { code, stderr } = await pull(args, environment);
      expect(stderr).toContain(message);
      expect(code).toBe(2);
      expect(hub.asked).toEqual([]);
    }),
  );
});

describe("the terms", () => {
  it("are shown and asked for before anything is downloaded, and accepted once", () =>
    atHome(async (place) => {
      hub.commit(
        "FudanCVL/AVIBench",
        { "levels/reasoning/AVH/data.json": Buffer.from("[]") },
        { license: "cc-by-nd-4.0" },
      );
      const args = ["avi-bench", "--dir", place.files, "--no-import"];
      const asked = await place.pull(args);
      expect(asked.code).toBe(2);
      expect(asked.stderr).toContain("nothing of it may be used to train");
      expect(asked.stderr).toContain("must not be redistributed");
      expect(asked.stderr).toContain("Its card at the Hub says: cc-by-nd-4.0.");
      expect(asked.stderr).toContain("run the same again with --accept-license");
      expect(existsSync(place.files)).toBe(false);
      expect((await place.pull([...args, "--accept-license"])).code).toBe(0);
      const file = join(place.folder, "config/accepted-licenses.json");
      expect((await stat(file)).mode & 0o777).toBe(0o600);
      const second = await place.pull(args);
      expect(second.code).toBe(0);
      expect(second.stderr).not.toContain("The terms of");
      // Another licence at the Hub is another question.
      hub.commit("FudanCVL/AVIBench", { "levels/reasoning/AVH/data.json": Buffer.from("[]") }, { license: "other" });
      expect(await place.pull(args)).toMatchObject({ code: 2, stderr: expect.stringContaining("says: other.") });
    }));
});
