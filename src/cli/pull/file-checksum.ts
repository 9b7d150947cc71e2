import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import type { HubFile } from "./hub-dataset.ts";

/** What a file on disk is. */
export interface FileChecksum {
  readonly size: number;
  readonly sha256: string;
  /** As git names it: SHA-1 over "blob <size>", a NUL and the content. */
  readonly gitOid: string;
}

/** Reads a file once; null where there is none. */
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

/** Whether it is the file that the Hub has. */
export const isSame = ({ size, sha256, gitOid }: FileChecksum, file: HubFile): boolean =>
  size === file.size && (file.sha256 === null ? gitOid === file.oid : sha256 === file.sha256);
