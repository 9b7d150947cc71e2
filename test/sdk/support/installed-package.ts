import { execFile } from "node:child_process";
import { copyFile, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { buildSdk } from "../../../scripts/build-sdk.ts";

const ROOT = resolve(import.meta.dirname, "../../..");

/** The package, installed from a tarball into an empty folder. */
export interface InstalledPackage extends AsyncDisposable {
  readonly folder: string;
  /** The tarball that `npm pack` made. */
  readonly tarball: string;
  /** Where it was installed. */
  readonly installed: string;
  /** Runs a program in the folder and returns its output. Throws with the output if the program fails. */
  run(program: string, args: readonly string[], environment?: Readonly<Record<string, string>>): Promise<string>;
}

/** Only these variables are passed on, so that npm behaves in the same way whatever program runs the tests. */
const { PATH = "", HOME = "" } = process.env;

async function runIn(cwd: string, program: string, args: readonly string[], environment = {}): Promise<string> {
  try {
    const env = { PATH, HOME, ...environment };
    const { stdout } = await promisify(execFile)(program, args, { cwd, env, maxBuffer: 2 ** 24 });
    return stdout;
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`This failed: ${program} ${args.join(" ")}\n${stdout}${stderr}`, { cause: error });
  }
}

/** Builds, packs, and installs the package, without a network. */
export async function installPackage(): Promise<InstalledPackage> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "omnidex-package-")));
  const built = join(folder, "built");
  await buildSdk(built);
  const packed = await runIn(built, "npm", ["pack", "--json", "--pack-destination", folder]);
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }];
  await rm(built, { recursive: true });
  const tarball = join(folder, filename);
  await writeFile(join(folder, "package.json"), '{ "name": "somebody", "private": true, "type": "module" }\n');
  await runIn(folder, "npm", ["install", "--offline", "--no-audit", "--no-fund", tarball]);
  await copyFile(join(import.meta.dirname, "package-program.js"), join(folder, "program.js"));
  return {
    folder,
    tarball,
    installed: join(folder, "node_modules/@omnidex/sdk"),
    run: (program, args, environment) => runIn(folder, program, args, environment),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

/** A program of the repository's own `node_modules`. */
export const tool = (name: string): string => join(ROOT, "node_modules/.bin", name);

/** The manifest of the repository. */
export const manifest = async (): Promise<{ readonly version: string }> =>
  JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
