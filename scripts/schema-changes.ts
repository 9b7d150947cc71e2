import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CriticalityLevel, DiffRule, diff } from "@graphql-inspector/core";
import { buildSchema } from "graphql";

/** The folder of the released schemas, each named by its version. */
export const RELEASED = "schema/released";

/**
 * The changes that would break clients of a schema, one sentence each; empty if there are none. A field, enum value or
 * argument may be removed once a release has had it as deprecated.
 */
export async function breakingChanges(released: string, current: string): Promise<readonly string[]> {
  const changes = await diff(buildSchema(released), buildSchema(current), [DiffRule.suppressRemovalOfDeprecatedField]);
  return changes
    .filter(({ criticality }) => criticality.level === CriticalityLevel.Breaking)
    .map(({ message, path }) => (path === undefined ? message : `${path}: ${message}`));
}

/** The newest release: its version, and its schema. */
export async function lastRelease(folder: string): Promise<{ readonly version: string; readonly sdl: string }> {
  const versions = (await readdir(folder)).flatMap((name) => /^(\d+\.\d+\.\d+)\.graphql$/.exec(name)?.[1] ?? []);
  const version = versions.sort((a, b) => a.localeCompare(b, "en", { numeric: true })).at(-1);
  if (version === undefined) throw new Error(`${folder} holds no schema of a release.`);
  return { version, sdl: await readFile(join(folder, `${version}.graphql`), "utf8") };
}

/**
 * Stores the schema of a release.
 * @throws if a schema of this release is already stored, because clients were built with it
 */
export async function keepRelease(folder: string, version: string, sdl: string): Promise<void> {
  const path = join(folder, `${version}.graphql`);
  try {
    await writeFile(path, `${sdl}\n`, { flag: "wx" });
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    throw new Error(`${path} is the schema of a release, which never changes. Raise 'version' in package.json first.`);
  }
}
