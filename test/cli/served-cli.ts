import { afterAll, beforeAll, expect } from "vitest";
import { type Finished, omnidex, type ServerProcess, serveSeeded } from "./cli-process.ts";

export const ADMIN_KEY = "omx_admin_key_for_the_tests";

/** A completion timeout that is long enough for a busy machine. */
export const PATIENT = { OMNIDEX_COMPLETION_TIMEOUT: "60" } as const;

/** A command line that talks to a server of this test file, which holds the demo benchmark. */
export interface ServedCli {
  url(): string;
  run(args: readonly string[], environment?: Readonly<Record<string, string>>): Promise<Finished>;
  /** The output of a command that must succeed and print nothing but `remark` on stderr. */
  print(args: readonly string[], remark?: string): Promise<string>;
  json<T>(args: readonly string[]): Promise<T>;
}

/** Starts a server before the tests of a file, and ends it after them. */
export function serveCli(): ServedCli {
  let server: ServerProcess;
  beforeAll(async () => {
    server = await serveSeeded({ OMNIDEX_ADMIN_KEY: ADMIN_KEY });
  });
  afterAll(() => server.end());
  const run: ServedCli["run"] = (args, environment = {}) =>
    omnidex(args, { OMNIDEX_URL: server.url, OMNIDEX_API_KEY: ADMIN_KEY, ...PATIENT, ...environment });
  const print = async (args: readonly string[], remark = ""): Promise<string> => {
    const { code, stdout, stderr } = await run(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: remark === "" ? "" : `${remark}\n` });
    return stdout;
  };
  return { url: () => server.url, run, print, json: async (args) => JSON.parse(await print([...args, "--json"])) };
}
