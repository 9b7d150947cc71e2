// Bundles the dashboard into dist/dashboard, unless the existing bundle was made from the same sources.
import { readFile, rm, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { brotliCompress, gzip } from "node:zlib";
import { filesOf, fingerprintOf, isFresh, keepFingerprint } from "./fingerprint.mjs";

const [brotli, gzipped] = [promisify(brotliCompress), promisify(gzip)];

/** The files and folders that the bundle depends on. */
const SOURCES = [
  "src/dashboard",
  "src/sdk",
  "src/domain",
  "src/formats",
  "src/submitting",
  "scripts/dashboard-options.mjs",
];
const FINGERPRINT = "dist/dashboard/sources.sha256";

/** Writes a Brotli and a gzip version of every file, so that the server need not compress. */
async function compressAll(folder) {
  for (const path of (await filesOf(folder)).filter((name) => /\.(js|css|svg)$/.test(name))) {
    const content = await readFile(path);
    await Promise.all([
      writeFile(`${path}.br`, await brotli(content)),
      writeFile(`${path}.gz`, await gzipped(content)),
    ]);
  }
}

const now = await fingerprintOf(SOURCES);
if (!(await isFresh(FINGERPRINT, now))) {
  // Builds for production even within a test, because React's development build is twice as large.
  const mode = process.env.NODE_ENV;
  process.env.NODE_ENV = "production";
  // Loaded here, because Vite takes half a second to load.
  const [{ build }, { PAGES }] = await Promise.all([import("vite"), import("./dashboard-options.mjs")]);
  await rm("dist/dashboard", { recursive: true, force: true });
  for (const page of PAGES) await build(page);
  await compressAll("dist/dashboard/assets");
  await keepFingerprint(FINGERPRINT, now, await filesOf("dist/dashboard"));
  if (mode === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = mode;
}
