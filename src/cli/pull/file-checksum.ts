import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { HubFile } from "./hub-dataset.ts";

/** The size and checksums of a file on disk. */
export interface FileChecksum {
  readonly size: number;
  readonly sha256: string;
  /** The git object id: SHA-1 over "blob <size>", a NUL and the content. */
  readonly gitOid: string;
}

/** Computes the checksums of a file in one pass; null if it does not exist. */
export async function checksumOf(path: string): Promise<FileChecksum | null> {
  const found = await stat(path).catch(() => null);
  if (found === null || !found.isFile()) return null;
  const [sha256, git] = [createHash("sha256"), createHash("sha1").update(`blob ${found.size}\0`)];
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    sha256.update(chunk);
    git.update(chunk);
  }
  return { size: found.size, sha256: sha256.digest("hex"), gitOid: git.digest("hex") };
}

/** Whether a file on disk is identical to the Hub's. */
export const isSame = ({ size, sha256, gitOid }: FileChecksum, file: HubFile): boolean =>
  size === file.size && (file.sha256 === null ? gitOid === file.oid : sha256 === file.sha256);
