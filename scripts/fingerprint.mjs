// Determines whether a bundle was made from the current sources.
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";

/** The versions of all packages, and their settings. */
const PACKAGES = ["package.json", "package-lock.json"];

/** The files in a folder and its subfolders, in a fixed order; for the path of a file, that path alone. */
export async function filesOf(path) {
  const entries = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => null);
  if (entries === null) return [path];
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`)
    .sort();
}

/** A hash over the names and contents of the sources, which are files and folders, and of the packages' versions. */
export async function fingerprintOf(sources) {
  const paths = (await Promise.all([...sources, ...PACKAGES].map(filesOf))).flat();
  const contents = await Promise.all(paths.map((path) => readFile(path).catch(() => "")));
  const hash = createHash("sha256");
  for (const [place, path] of paths.entries()) hash.update(`${path}\0`).update(contents[place] ?? "");
  return hash.digest("hex");
}

/** Whether `file` contains this fingerprint, and every file of the bundle that it lists exists. */
export async function isFresh(file, fingerprint) {
  const [kept, ...outputs] = (await readFile(file, "utf8").catch(() => "")).split("\n");
  return kept === fingerprint && outputs.every((path) => path === "" || existsSync(path));
}

/** Stores the fingerprint of a bundle and the list of its files. */
export const keepFingerprint = (file, fingerprint, outputs) => writeFile(file, [fingerprint, ...outputs].join("\n"));
