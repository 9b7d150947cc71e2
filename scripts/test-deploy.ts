/**
 * Replays the Dockerfile without a container: the steps of each stage run in a folder of their own, as another user where this
 * one may change that. Then the entry point is started as the image would, its health is asked for, and SIGTERM ends it. What
 * Debian's tools can check of the other files in deploy/ is checked where they are installed. `npm run test:deploy`.
 */
import { chmod, chown, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { checkFiles } from "./deploy/check-files.ts";
import { readImage } from "./deploy/read-image.ts";
import { replayStages } from "./deploy/replay-stages.ts";
import { startImage } from "./deploy/start-image.ts";

const ROOT = resolve(import.meta.dirname, "..");
/** Nobody, who owns nothing. */
const NOBODY = 65_534;

const began = performance.now();
const say = (line: string): void =>
  console.log(`${((performance.now() - began) / 1_000).toFixed(1).padStart(6)} s  ${line}`);

const folder = await mkdtemp(join(tmpdir(), "omnidex-image-"));
const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : null;
try {
  // A temporary folder is its maker's alone.
  await chmod(folder, 0o755);
  const home = join(folder, "home");
  await mkdir(home);
  if (user !== null) await chown(home, user.uid, user.gid);
  const image = readImage(await readFile(join(ROOT, "Dockerfile"), "utf8"));
  const root = await replayStages(image, { context: ROOT, folder, home, user, say });
  await startImage(image, { root, home, user, say });
  await checkFiles(ROOT, say);
} finally {
  await rm(folder, { recursive: true, force: true });
}
say("all is well");
