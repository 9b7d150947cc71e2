import { existsSync, readdirSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import timers from "node:timers/promises";
import { afterAll, afterEach, beforeAll, vi } from "vitest";
import { worldSenseFixture, worldSenseJson } from "../../fixtures/worldsense-fixture.ts";
import { type Finished, inFolder, omnidex } from "../cli-process.ts";
import { ADMIN_KEY, serveHere } from "../served-cli.ts";
import { HubServer } from "./hub-server.ts";

/** A Hub for the tests of one file. Each test begins without faults. `atHome` runs a test as a new user. */
export function useHub() {
  const hub = new HubServer();
  beforeAll(() => hub.listen());
  afterAll(() => hub.close());
  afterEach(() => {
    hub.fault = () => false;
    hub.storageFault = () => false;
    hub.asked.length = 0;
    hub.storageAsked.length = 0;
  });
  return { hub, atHome: <T>(work: (place: Place) => Promise<T>): Promise<T> => atHomeWith(hub, work) };
}

export const WORLDSENSE = Buffer.from(worldSenseJson(worldSenseFixture().slice(0, 40)).bytes);
export const OTHER_WORLDSENSE = Buffer.from(worldSenseJson(worldSenseFixture().slice(0, 30)).bytes);

export interface Place {
  readonly folder: string;
  /** The folder for the downloaded files. */
  readonly files: string;
  pull(args: readonly string[], environment?: Record<string, string>): Promise<Finished>;
}

/** Runs `work` as a user of the Hub with a new home folder, who has accepted no licence yet. */
const atHomeWith = <T>({ url }: HubServer, work: (place: Place) => Promise<T>): Promise<T> =>
  inFolder((folder) => {
    const home = {
      ...{ HOME: folder, HF_ENDPOINT: url, HF_HUB_DOWNLOAD_TIMEOUT: "60" },
      ...{ OMNIDEX_CONFIG_DIR: join(folder, "config"), OMNIDEX_DATA_DIR: join(folder, "data") },
    };
    const files = join(folder, "files");
    const pull: Place["pull"] = (args, environment) => omnidex(["pull", ...args], { ...home, ...environment });
    return work({ folder, files, pull });
  });

/** Runs `work` with the environment of a command that imports into a server of its own. */
export async function withServer<T>(work: (environment: Record<string, string>) => Promise<T>): Promise<T> {
  const server = await serveHere();
  try {
    return await work({ OMNIDEX_URL: server.url, OMNIDEX_API_KEY: ADMIN_KEY });
  } finally {
    await server.close();
  }
}

/** Runs a command whose pauses before it tries again end at once. Returns their lengths in milliseconds, too. */
export async function withoutPauses(
  command: () => Promise<Finished>,
): Promise<Finished & { readonly pauses: readonly number[] }> {
  const pauses: number[] = [];
  const replaced = vi.spyOn(timers, "setTimeout").mockImplementation((milliseconds, value) => {
    pauses.push(milliseconds ?? 0);
    return Promise.resolve(value as never);
  });
  syncBuiltinESMExports();
  try {
    return { ...(await command()), pauses };
  } finally {
    replaced.mockRestore();
    syncBuiltinESMExports();
  }
}

/** The number of bytes of a file that an unfinished download has stored. */
export function bytesOnDisk({ files }: Place, name: string): number {
  const parts = existsSync(files) ? readdirSync(files).filter((one) => one.startsWith(`${name}.`)) : [];
  return parts.reduce((sum, part) => sum + statSync(join(files, part)).size, 0);
}

export const manifestOf = async ({ files }: Place): Promise<Record<string, unknown>> =>
  JSON.parse(await readFile(join(files, "omnidex-pull.json"), "utf8"));

/** Downloads WorldSense's questions without importing them. */
export const download = ({ pull, files }: Place, ...more: string[]): Promise<Finished> =>
  pull(["worldsense", "--dir", files, "--accept-license", "--no-import", ...more]);

export const pathAtHub = (benchmark: string, name: string): string => {
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
export const aviPlace = (path: string): number => AVI_ORDER.indexOf(path.split("/")[2] ?? "");
