import { execFile, spawn } from "node:child_process";
import { chown, mkdir, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { promisify } from "node:util";
import type { Image, Stage, Step } from "./read-image.ts";

/** The user that steps and the server run as; null for the user that runs the script. */
export type User = { readonly uid: number; readonly gid: number } | null;

export interface Replay {
  /** The folder that COPY copies from. */
  readonly context: string;
  /** The output folder, with a subfolder for each stage. */
  readonly folder: string;
  readonly home: string;
  readonly user: User;
  /** A folder that is linked or copied in place of each `npm ci`; null to run it. */
  readonly modules: string | null;
  readonly say: (line: string) => void;
}

/** Runs the steps of all stages. Returns the folder that is the root of the last one. */
export async function replayStages({ stages, volumes }: Image, replay: Replay): Promise<string> {
  const roots = new Map<string, string>();
  for (const stage of stages) {
    const root = join(replay.folder, "stages", stage.name);
    await mkdir(root, { recursive: true });
    roots.set(stage.name, root);
    await replayStage(stage, root, roots, volumes, replay);
  }
  const last = stages.at(-1);
  if (last === undefined) throw new Error("The Dockerfile has no stage.");
  return roots.get(last.name) ?? "";
}

async function replayStage(
  { name, steps }: Stage,
  root: string,
  roots: ReadonlyMap<string, string>,
  volumes: readonly string[],
  replay: Replay,
): Promise<void> {
  let folder = root;
  for (const step of steps) {
    replay.say(`${name}: ${textOf(step)}`);
    if (step.kind === "workdir") {
      folder = join(root, step.path);
      await mkdir(folder, { recursive: true });
    } else if (step.kind === "copy") {
      const from = step.from === null ? replay.context : roots.get(step.from);
      if (from === undefined) throw new Error(`There is no stage '${step.from}'.`);
      // Stages are on one file system. Their files do not change any more.
      await copy(from, step, folder, replay.modules !== null && step.from !== null ? "-RPl" : "-RP");
    } else await run(step.command, folder, root, volumes, replay);
  }
}

const textOf = (step: Step): string =>
  step.kind === "run"
    ? `RUN ${step.command}`
    : step.kind === "copy"
      ? `COPY ${step.sources.join(" ")}`
      : `WORKDIR ${step.path}`;

/** Like COPY: copies the content of a folder, and files by name if the target is a folder. */
async function copy(
  from: string,
  { sources, target }: Step & { kind: "copy" },
  folder: string,
  flags: "-RP" | "-RPl",
): Promise<void> {
  for (const source of sources) {
    const path = join(from, source);
    const isFolder = (await stat(path)).isDirectory();
    const to = target.endsWith("/") && !isFolder ? join(folder, target, basename(source)) : join(folder, target);
    await mkdir(isFolder ? to : dirname(to), { recursive: true });
    // In place of `fs.cp`, which takes six times as long for a folder of packages.
    await promisify(execFile)("cp", [flags, isFolder ? `${path}/.` : path, to]);
  }
}

/** Paths of volumes are prefixed with the stage's root, because the command runs without `chroot`. */
async function run(
  command: string,
  folder: string,
  root: string,
  volumes: readonly string[],
  { home, user, modules }: Replay,
): Promise<void> {
  let text = command;
  // Hard links are quick, but only work within one file system.
  const isCopied = modules !== null && command.startsWith("npm ci ");
  if (isCopied)
    text = `cp -al '${modules}' node_modules 2>/dev/null || { rm -rf node_modules && cp -a '${modules}' node_modules; }`;
  for (const volume of volumes) text = text.replaceAll(` ${volume}`, ` ${join(root, volume)}`);
  // Only root can change the owner of a folder, and there is only one user here.
  const isInstall = text.startsWith("install ");
  if (isInstall) text = text.replace(/ -o \d+ -g \d+/, "");
  if (user !== null) for (const path of [root, folder]) await chown(path, user.uid, user.gid);
  await finished(
    ["sh", "-c", text],
    folder,
    { HOME: home, PATH: process.env.PATH ?? "", ...npmSettings(home) },
    isCopied ? null : user,
  );
}

/** npm uses the calling user's registry. The stages share a cache. */
const npmSettings = (home: string): Record<string, string> => ({
  npm_config_cache: join(home, "npm"),
  npm_config_update_notifier: "false",
  ...(process.env.npm_config_registry !== undefined && { npm_config_registry: process.env.npm_config_registry }),
});

async function finished(
  [program = "", ...args]: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
  user: User,
): Promise<void> {
  const child = spawn(program, args, { cwd, env, stdio: ["ignore", "pipe", "pipe"], ...user });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  const code = await new Promise<number | null>((resolve, reject) =>
    child.once("error", reject).once("close", resolve),
  );
  if (code !== 0) throw new Error(`${[program, ...args].join(" ")} ended with ${code}:\n${output.slice(-4_000)}`);
}
