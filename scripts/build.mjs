// Bundles the program and the dashboard into dist/, each unless the existing bundle was made from the same sources.
import "../bin/required-node.js";
import { mkdir, readdir, rm } from "node:fs/promises";
import { filesOf, fingerprintOf, isFresh, keepFingerprint } from "./fingerprint.mjs";

/** The files and folders that the program's bundle depends on. */
const SOURCES = [
  ...(await readdir("src")).filter((name) => name !== "dashboard").map((name) => `src/${name}`),
  "scripts/build-options.mjs",
  ...(await filesOf("python")).filter((path) => !/\/(__pycache__|tests)\//.test(path)),
  "scripts/build-wheel.mjs",
];
const FINGERPRINT = "dist/program.sha256";

await import("./build-dashboard.mjs");
const now = await fingerprintOf(SOURCES);
if (!(await isFresh(FINGERPRINT, now))) {
  // Chunks are named by their content, so chunks of earlier builds would never be overwritten.
  await mkdir("dist", { recursive: true });
  for (const name of await readdir("dist"))
    if (name !== "dashboard") await rm(`dist/${name}`, { recursive: true, force: true });
  // Loaded here, because a start that builds nothing does not need it.
  const [{ build, stop }, { BUILD_OPTIONS }] = await Promise.all([import("esbuild"), import("./build-options.mjs")]);
  await build(BUILD_OPTIONS);
  await (await import("./build-wheel.mjs")).writeWheel();
  // Otherwise esbuild's process would run as long as this process, and `npm start` serves in the process that builds.
  await stop();
  const outputs = (await filesOf("dist")).filter((path) => !path.startsWith("dist/dashboard/"));
  await keepFingerprint(FINGERPRINT, now, outputs);
}
