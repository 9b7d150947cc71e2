import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sha256 } from "./hub-server.ts";
import { download, useHub, WORLDSENSE } from "./pull-place.ts";

const { hub, atHome } = useHub();

describe("content that is not what the Hub announced", () => {
  it("is refused and deleted if its checksum differs, for LFS and for git", () =>
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
        expect(stderr).toContain(`The download of '${name}' is corrupt: its checksum is`);
        expect(stderr).toContain(`should be ${checksum}`);
      }
      expect(await readdir(place.files)).toEqual([]);
    }));

  it("is downloaded again if the local file was changed", () =>
    atHome(async (place) => {
      hub.commit("honglyhly/WorldSense", { "worldsense_qa.json": WORLDSENSE });
      await download(place);
      await writeFile(join(place.files, "worldsense_qa.json"), Buffer.alloc(WORLDSENSE.length));
      expect(await download(place)).toMatchObject({ code: 0 });
      expect(await readFile(join(place.files, "worldsense_qa.json"))).toEqual(WORLDSENSE);
    }));

  it("is cut off if it is longer than announced", () =>
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
      expect(stderr).toContain(`The Hub sent more than the ${WORLDSENSE.length} bytes that 'worldsense_qa.json' has.`);
      expect(await readdir(place.files)).toEqual([]);
    }));
});
