import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { aviBenchFiles } from "../../fixtures/avi-bench-fixture.ts";
import { cutAfter, refuse, sha256, startOf } from "./hub-server.ts";
import {
  bytesOnDisk,
  download,
  manifestOf,
  OTHER_WORLDSENSE,
  type Place,
  pathAtHub,
  useHub,
  WORLDSENSE,
  withoutPauses,
} from "./pull-place.ts";

const { hub, atHome } = useHub();
afterEach(() => void vi.restoreAllMocks());

/** Cuts the download of WorldSense's questions. */
const cut = (place: Place, response: ServerResponse, start: number, bytes: number): void =>
  cutAfter(response, {
    content: WORLDSENSE,
    start,
    bytes,
    onDisk: () => bytesOnDisk(place, "worldsense_qa.json"),
  });

/** Seconds, unlike all other delays in this process. */
const SILENCE = 1234;

describe("a download whose connection breaks", () => {
  it("resumes at the break, within the same command", () =>
    atHome(async (place) => {
      hub.commit("honglyhly/WorldSense", { "worldsense_qa.json": WORLDSENSE });
      let breaks = 3;
      hub.storageFault = (asked, response) => {
        if (breaks-- <= 0) return false;
        cut(place, response, startOf(asked), 3000);
        return true;
      };
      expect(await withoutPauses(() => download(place))).toMatchObject({ code: 0, pauses: [500, 500, 500] });
      expect(await readFile(join(place.files, "worldsense_qa.json"))).toEqual(WORLDSENSE);
      expect(hub.storageAsked.map(startOf)).toEqual([0, 3000, 6000, 9000]);
    }));

  it(
    "is resumed by a later command if the content is the same",
    () =>
      atHome(async (place) => {
        hub.commit("honglyhly/WorldSense", { "worldsense_qa.json": WORLDSENSE });
        hub.storageFault = (asked, response) => {
          cut(place, response, startOf(asked), startOf(asked) === 0 ? 4000 : 0);
          return true;
        };
        const broken = await withoutPauses(() => download(place));
        expect(broken).toMatchObject({ code: 1, pauses: [500, 1000, 2000, 4000, 8000] });
        expect(broken.stderr).toContain(
          `The connection broke 5 times at byte 4000 of ${WORLDSENSE.length} of 'worldsense_qa.json'`,
        );
        expect(broken.stderr).toContain("Run the same command again: it resumes where it stopped.");
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
    "starts again if the file has a new commit",
    () =>
      atHome(async (place) => {
        hub.commit("honglyhly/WorldSense", { "worldsense_qa.json": WORLDSENSE });
        hub.storageFault = (asked, response) => {
          cut(place, response, startOf(asked), startOf(asked) === 0 ? 4000 : 0);
          return true;
        };
        expect((await withoutPauses(() => download(place))).code).toBe(1);
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

  it("takes all files from one commit, even if a new commit appears meanwhile", () =>
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

  it("starts again if the server ignores the Range header", () =>
    atHome(async (place) => {
      hub.commit("honglyhly/WorldSense", { "worldsense_qa.json": WORLDSENSE });
      hub.storageFault = (_, response) => {
        if (hub.storageAsked.length === 1) cut(place, response, 0, 5000);
        else response.writeHead(200, { "content-length": WORLDSENSE.length }).end(WORLDSENSE);
        return true;
      };
      expect(await withoutPauses(() => download(place))).toMatchObject({ code: 0 });
      expect(await readFile(join(place.files, "worldsense_qa.json"))).toEqual(WORLDSENSE);
    }));

  it("fails if the server sends another range than requested", () =>
    atHome(async (place) => {
      hub.commit("honglyhly/WorldSense", { "worldsense_qa.json": WORLDSENSE });
      hub.storageFault = (_, response) => {
        if (hub.storageAsked.length === 1) cut(place, response, 0, 5000);
        else response.writeHead(206, { "content-range": "bytes 5-9/20" }).end("12345");
        return true;
      };
      const { code, stderr } = await withoutPauses(() => download(place));
      expect(code).toBe(1);
      expect(stderr).toContain("The Hub sent bytes 5-9/20 of 'worldsense_qa.json', which has ");
      expect(stderr).toContain("and was requested from byte 5000 on.");
    }));

  it("is resumed if no more data arrive", () =>
    atHome(async (place) => {
      hub.commit("honglyhly/WorldSense", { "worldsense_qa.json": WORLDSENSE });
      const started = vi.spyOn(globalThis, "setTimeout");
      // Ends the silence that the command started to measure last.
      const endSilence = (): void => started.mock.calls.findLast(([, delay]) => delay === SILENCE * 1000)?.[0]();
      let onDisk = Promise.resolve();
      hub.storageFault = (_, response) => {
        if (hub.storageAsked.length > 1) return false;
        response.writeHead(200, { "content-length": WORLDSENSE.length }).write(WORLDSENSE.subarray(0, 2000));
        onDisk = vi.waitFor(() => expect(bytesOnDisk(place, "worldsense_qa.json")).toBe(2000), 60_000).then(endSilence);
        return true;
      };
      const args = ["worldsense", "--dir", place.files, "--accept-license", "--no-import"];
      const { code } = await withoutPauses(() => place.pull(args, { HF_HUB_DOWNLOAD_TIMEOUT: `${SILENCE}` }));
      await onDisk;
      expect(code).toBe(0);
      expect(hub.storageAsked.map(startOf)).toEqual([0, 2000]);
    }));

  it("is repeated while the Hub is busy", () =>
    atHome(async (place) => {
      hub.commit("honglyhly/WorldSense", { "worldsense_qa.json": WORLDSENSE });
      let busy = 2;
      hub.fault = (_, response) => {
        if (busy-- <= 0) return false;
        response.setHeader("retry-after", "1");
        refuse(response, busy === 1 ? 503 : 429, null, "");
        return true;
      };
      expect(await withoutPauses(() => download(place))).toMatchObject({ code: 0, pauses: [1000, 1000] });
    }));
});
