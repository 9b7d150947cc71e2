import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Finished } from "../cli-process.ts";
import { HubServer } from "./hub-server.ts";
import { type Place, useHub, WORLDSENSE } from "./pull-place.ts";

const { hub, atHome } = useHub();

describe("the token for the Hub", () => {
  const gated = (): string => hub.commit("NJU-LINK/OmniVideoBench", { "data.json": WORLDSENSE }, { gated: true });
  const pullGated = ({ pull, files }: Place, environment: Record<string, string>): Promise<Finished> =>
    pull(["omnivideobench", "--dir", files, "--accept-license", "--no-import"], environment);

  it.each<[string, (folder: string) => Record<string, string>, string | null]>([
    ["HF_TOKEN", () => ({ HF_TOKEN: "hf_member\n" }), null],
    ["HF_TOKEN_PATH", (folder) => ({ HF_TOKEN_PATH: join(folder, "my-token") }), "my-token"],
    ["HF_HOME", (folder) => ({ HF_HOME: join(folder, "hf") }), "hf/token"],
    ["the home folder", () => ({}), ".cache/huggingface/token"],
  ])("is read from %s, and sent to the Hub only", (_, environment, file) =>
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

  it("is not sent to another host, even if the Hub's API names that host", () =>
    atHome(async (place) => {
      gated();
      const stranger = await HubServer.start();
      stranger.commit("NJU-LINK/OmniVideoBench", { "data.json": WORLDSENSE });
      // Even the API may have moved: here the dataset's new address is on another host.
      hub.fault = (asked, response) => {
        response.writeHead(307, { location: `${stranger.url}${asked.path}` }).end();
        return true;
      };
      await pullGated(place, { HF_TOKEN: "hf_member" });
      expect(stranger.asked.length).toBeGreaterThan(0);
      for (const { headers } of stranger.asked) expect(headers.authorization).toBeUndefined();
      await stranger.close();
    }));

  it("is not sent to another host that a page of the Hub's list names as the next one", () =>
    atHome(async (place) => {
      hub.commit("NJU-LINK/OmniVideoBench", { "other.json": WORLDSENSE }, { gated: true });
      const stranger = await HubServer.start();
      stranger.commit("NJU-LINK/OmniVideoBench", { "other.json": WORLDSENSE });
      hub.fault = (asked, response) => {
        if (!asked.path.includes("/tree/")) return false;
        response.writeHead(200, {
          "content-type": "application/json",
          link: `<${stranger.url}${asked.path}>; rel="next"`,
        });
        response.end("[]");
        return true;
      };
      await pullGated(place, { HF_TOKEN: "hf_member" });
      expect(stranger.asked.length).toBeGreaterThan(0);
      for (const { headers } of stranger.asked) expect(headers.authorization).toBeUndefined();
      await stranger.close();
    }));

  it.each<[string, Record<string, string>, string, string]>([
    [
      "no token",
      {},
      "is gated: Access to this dataset is restricted.",
      "set it as HF_TOKEN, and run the same command again.",
    ],
    [
      "the token of another account",
      { HF_TOKEN: "hf_stranger" },
      "is gated",
      "with the account of the token (HF_TOKEN)",
    ],
    [
      "an invalid token",
      { HF_TOKEN: "hf_nobody" },
      "does not accept the token: Invalid credentials",
      "It is from HF_TOKEN.",
    ],
    [
      "a token that must not be sent implicitly",
      { HF_TOKEN: "hf_member", HF_HUB_DISABLE_IMPLICIT_TOKEN: "1" },
      "is gated",
      "HF_TOKEN",
    ],
  ])("is explained in the error for a gated dataset with %s", (_, environment, problem, hint) =>
    atHome(async (place) => {
      gated();
      const { code, stderr } = await pullGated(place, environment);
      expect(code).toBe(1);
      expect(stderr).toContain(problem);
      expect(stderr).toContain(hint);
      expect(stderr).not.toContain(environment.HF_TOKEN ?? "hf_none");
    }),
  );

  it("is refused if it contains a line break, and is never printed", () =>
    atHome(async (place) => {
      const { code, stderr } = await pullGated(place, { HF_TOKEN: "hf_mem\nber" });
      expect(code).toBe(2);
      expect(stderr).toContain("The token from HF_TOKEN contains spaces");
      expect(stderr).not.toContain("hf_mem");
    }));
});
