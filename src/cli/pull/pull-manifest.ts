import { rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MANIFEST_NAME } from "../benchmarks/import-sources.ts";
import type { PulledFile } from "./file-download.ts";

/** What lies in a folder, and where it is from. */
export interface PullManifest {
  readonly benchmark: string;
  readonly endpoint: string;
  readonly repo: string;
  /** What was asked for: a branch, a tag or a commit. */
  readonly asked: string;
  /** The commit that it was. */
  readonly revision: string;
  readonly terms: readonly string[];
  readonly termsAcceptedAt: string;
  readonly pulledAt: string;
  readonly files: readonly Pick<PulledFile, "path" | "size" | "sha256">[];
}

/** Writes `omnidex-pull.json`, at once or not at all. */
export async function writeManifest(folder: string, manifest: PullManifest): Promise<void> {
  const file = join(folder, MANIFEST_NAME);
  await writeFile(`${file}.new`, `${JSON.stringify(manifest, null, 2)}\n`);
  await rename(`${file}.new`, file);
}
