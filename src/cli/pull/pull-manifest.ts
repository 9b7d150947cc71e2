import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { MANIFEST_NAME } from "../benchmarks/import-sources.ts";
import { replaceFile } from "../output/replaced-file.ts";
import type { PulledFile } from "./file-download.ts";

/** The files of a folder and their source. */
export interface PullManifest {
  readonly benchmark: string;
  readonly endpoint: string;
  readonly repo: string;
  /** The requested revision: a branch, a tag or a commit. */
  readonly asked: string;
  /** The commit that it resolved to. */
  readonly revision: string;
  readonly terms: readonly string[];
  readonly termsAcceptedAt: string;
  readonly pulledAt: string;
  readonly files: readonly Pick<PulledFile, "path" | "size" | "sha256">[];
}

/** Writes `omnidex-pull.json` atomically. */
export async function writeManifest(folder: string, manifest: PullManifest): Promise<void> {
  await replaceFile(join(folder, MANIFEST_NAME), (draft) =>
    writeFile(draft, `${JSON.stringify(manifest, null, 2)}\n`, { flag: "wx" }),
  );
}
