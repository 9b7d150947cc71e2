import { readdir, readFile } from "node:fs/promises";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { afterEach, describe, expect, it, vi } from "vitest";
import { aviBenchFiles } from "../../fixtures/avi-bench-fixture.ts";
import { refuse } from "./hub-server.ts";
import {
  bytesOnDisk,
  download,
  manifestOf,
  type Place,
  pathAtHub,
  useHub,
  WORLDSENSE,
  withoutPauses,
} from "./pull-place.ts";

const { hub, atHome } = useHub();
afterEach(() => void vi.restoreAllMocks());

/** Sends the first bytes of WorldSense's questions, and cuts the connection once the client has stored them. */
function cut(place: Place, response: ServerResponse, bytes: number): void {
  response.writeHead(200, { "content-length": WORLDSENSE.length }).write(WORLDSENSE.subarray(0, bytes));
  const timer = setInterval(() => {
    if (bytesOnDisk(place, "worldsense_qa.json") !== bytes) return;
    clearInterval(timer);
    response.destroy();
  }, 5);
  response.on("close", () => clearInterval(timer));
}

/** Seconds, unlike all other delays in this process. */
const SILENCE = 1234;

describe("a download whose connection breaks", () => {
  it("starts again, within the same command", () =>
    atHome(async (place) => {
      hub.commit("honglyhly/WorldSense", { "worldsense_qa.json": WORLDSENSE });
      let breaks = 3;
      hub.storageFault = (_, response) => {
        if (breaks-- <= 0) return false;
        cut(place, response, 3000);
        return true;
      };
      expect(await withoutPauses(() => download(place))).toMatchObject({ code: 0, pauses: [500, 1000, 2000] });
      expect(await readFile(join(place.files, "worldsense_qa.json"))).toEqual(WORLDSENSE);
    }));

  it(
    "leaves nothing behind if it breaks every time",
    () =>
      atHome(async (place) => {
        hub.commit("honglyhly/WorldSense", { "worldsense_qa.json": WORLDSENSE });
        hub.storageFault = (_, response) => {
          cut(place, response, 4000);
          return true;
        };
        const broken = await withoutPauses(() => download(place));
        expect(broken).toMatchObject({ code: 1, pauses: [500, 1000, 2000, 4000] });
        expect(broken.stderr).toContain(`'worldsense_qa.json' could not be downloaded from ${hub.url} (`);
        expect(broken.stderr).toContain("Run the same command again: files that are complete are kept.");
        expect(await readdir(place.files)).toEqual([]);
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

  it("starts again if no more data arrive", () =>
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
      expect(hub.storageAsked).toHaveLength(2);
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
