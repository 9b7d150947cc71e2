import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";

const ROOT = resolve(import.meta.dirname, "../..");
/**
 * The entries of the repository that a checkout does not link to. `bin/` and `dist/` are copied, because Node resolves
 * links to their target. The commands of a checkout must not change the others.
 */
const OWN = new Set(["bin", "dist", "coverage", ".git", ".omnidex"]);

/** A folder that stands in for a clone of the repository. Builds and data are written into this folder. */
export interface Checkout {
  readonly folder: string;
  /** The environment of its commands, without settings of Omnidex from the caller's shell. */
  readonly environment: Readonly<Record<string, string>>;
  /** The scripts of package.json. */
  readonly scripts: Readonly<Record<string, string>>;
  /** Runs a bash script and returns its output. The command `omnidex` is on its path, as after `npm link`. */
  run(script: string, more?: Readonly<Record<string, string>>): Promise<string>;
  remove(): Promise<void>;
}

interface CheckoutOptions {
  /** Whether the checkout has a copy of the build, as after `npm ci`. Otherwise its first command has to build. */
  readonly isBuilt: boolean;
}

/** Makes a checkout out of links to this repository, so that nothing is installed, and nothing is written into the repository. */
export async function createCheckout({ isBuilt }: CheckoutOptions): Promise<Checkout> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "omnidex-readme-")));
  const shared = (await readdir(ROOT)).filter((name) => !OWN.has(name));
  await Promise.all(shared.map((name) => symlink(join(ROOT, name), join(folder, name))));
  const copied = isBuilt ? ["bin", "dist"] : ["bin"];
  await Promise.all(copied.map((name) => cp(join(ROOT, name), join(folder, name), { recursive: true })));
  const { scripts } = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as Pick<Checkout, "scripts">;
  const linked = join(folder, ".path");
  await mkdir(linked);
  await symlink(join(folder, "bin/omnidex.js"), join(linked, "omnidex"));
  const kept = keptEnvironment();
  const environment = { ...kept, PATH: `${linked}:${kept.PATH}` };
  return {
    folder,
    environment,
    scripts,
    run: (script, more = {}) => runBash(script, folder, { ...environment, ...more }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/**
 * The environment variables of the machine and of npm. If the tests were started by `npx`, the variables that describe
 * its own command are left out.
 */
const keptEnvironment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).flatMap(([name, value]) =>
      value !== undefined && /^(PATH|HOME|TMPDIR|LANG|npm_config_(?!package$|call$).*)$/.test(name)
        ? [[name, value]]
        : [],
    ),
  );

async function runBash(script: string, cwd: string, env: Record<string, string>): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)("bash", ["--norc", "-euo", "pipefail", "-c", script], { cwd, env });
    return stdout;
  } catch (error) {
    const { stdout = "", stderr = "" } = error as { stdout?: string; stderr?: string };
    throw new Error(`This failed:\n${script}\n${stdout}${stderr}`, { cause: error });
  }
}
