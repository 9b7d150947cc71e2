/**
 * Replays the Dockerfile without a container: the steps of each stage run in a separate folder, as `nobody` if the
 * current user may switch users. Then the entry point is started as in the image, its health check is run, and SIGTERM
 * ends it. The other files in deploy/ are checked with Debian's tools if these are installed. `npm run test:deploy`. With
 * `-- --short`, the checkout's node_modules are used in place of each `npm ci`.
 */
import { chmod, chown, mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { checkFiles } from "./deploy/check-files.ts";
import { readImage } from "./deploy/read-image.ts";
import { replayStages } from "./deploy/replay-stages.ts";
import { startImage } from "./deploy/start-image.ts";

const ROOT = resolve(import.meta.dirname, "..");
/** The user `nobody`, who owns nothing. */
const NOBODY = 65_534;

const began = performance.now();
const say = (line: string): void =>
  console.log(`${((performance.now() - began) / 1_000).toFixed(1).padStart(6)} s  ${line}`);

const modules = process.argv.includes("--short") ? join(ROOT, "node_modules") : null;
const folder = await mkdtemp(join(tmpdir(), "omnidex-image-"));
const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : null;
try {
  // A temporary folder is accessible only to the user that created it.
  await chmod(folder, 0o755);
  const home = join(folder, "home");
  await mkdir(home);
  if (user !== null) await chown(home, user.uid, user.gid);
  const image = readImage(await readFile(join(ROOT, "Dockerfile"), "utf8"));
  const root = await replayStages(image, { context: ROOT, folder, home, user, modules, say });
  await startImage(image, { root, home, user, say });
  await checkFiles(ROOT, say);
} finally {
  await rm(folder, { recursive: true, force: true });
}
say("all is well");
