import { execFile, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { writeWheel } from "../../scripts/build-wheel.mjs";
import { admin, type SocketServer, startSocketServer } from "../server/socket-server.ts";
import { ADMIN_KEY } from "../support/test-server.ts";

const runs = (program: string, code: string): boolean => spawnSync(program, ["-c", code]).status === 0;
/** Debian's Python comes first, because it may have pandas when another Python on the path does not. */
export const python = ["/usr/bin/python3", "python3"].find((program) =>
  runs(program, "import sys, venv, ensurepip; assert sys.version_info >= (3, 9)"),
);
export const hasPandas = python !== undefined && runs(python, "import pandas");

/** The samples and the summary of a run of the demo, as lmms-eval names them. */
export const SAMPLES = "20260101_000000_samples_omnidex_demo.jsonl";
export const SUMMARY = "20260101_000000_results.json";

/** A server, and a new virtual environment with the client that it serves. */
export interface ServedPython {
  readonly socket: SocketServer;
  /** The folder in which programs run. It has the files of a run. */
  readonly folder: string;
  /** What pip printed. */
  readonly installed: string;
  /** Runs a program of the environment, or bash, and returns its standard output. */
  run(program: string, ...args: readonly string[]): Promise<string>;
  close(): Promise<void>;
}

/** Installs the wheel with pip, from the index of the server alone. */
export async function servePython(): Promise<ServedPython> {
  await writeWheel();
  const socket = await startSocketServer();
  const folder = mkdtempSync(join(tmpdir(), "omnidex-python-"));
  const venv = join(folder, "venv");
  const env = {
    ...process.env,
    ...{ PATH: `${join(venv, "bin")}:${process.env.PATH}`, PYTHONDONTWRITEBYTECODE: "1", PYTHONPATH: "" },
    ...{ OMNIDEX_URL: socket.url, OMNIDEX_API_KEY: ADMIN_KEY },
    // No setting of the machine may lead to another index.
    ...{ PIP_CONFIG_FILE: "/dev/null", PIP_DISABLE_PIP_VERSION_CHECK: "1", PIP_INDEX_URL: "", PIP_EXTRA_INDEX_URL: "" },
  };
  // It must not block this process, which is also the server.
  const run = (program: string, ...args: readonly string[]): Promise<string> =>
    new Promise((done, failed) => {
      execFile(program, args, { cwd: folder, env }, (error, stdout, stderr) =>
        error === null ? done(stdout) : failed(new Error(`${error.message}\n${stdout}\n${stderr}`)),
      );
    });
  // Debian's pandas is seen, but no other package is installed.
  await run(python ?? "", "-m", "venv", "--system-site-packages", venv);
  const installed = await run(
    join(venv, "bin/python3"),
    "-m",
    "pip",
    "install",
    "omnidex",
    "-i",
    `${socket.url}/python/`,
  );
  for (const [format, name] of [
    ["lmms-eval", SAMPLES],
    ["lmms-eval-results", SUMMARY],
  ] as const) {
    const response = await fetch(`${socket.url}/export/runs/run_2?format=${format}`, { headers: admin });
    writeFileSync(join(folder, name), await response.text());
  }
  return {
    ...{ socket, folder, installed, run },
    close: async () => {
      await socket.close();
      rmSync(folder, { recursive: true });
    },
  };
}
