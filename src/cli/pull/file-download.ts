import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ReadableStream } from "node:stream/web";
import { replaceFile } from "../output/output-file.ts";
import type { HubDataset, HubFile } from "./hub-dataset.ts";
import { AGAIN, PullError } from "./hub-failure.ts";
import { askHub } from "./hub-fetch.ts";
import type { HubSettings } from "./hub-settings.ts";

/** A complete, verified file on disk. */
export interface PulledFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  /** KEPT: the file was already on disk. */
  readonly status: "DOWNLOADED" | "KEPT";
}

/**
 * Downloads a file into a folder, unless it is there already. The file appears only once its checksum is verified.
 * @param onBytes called with the number of bytes of the file received so far
 * @throws {PullError}
 */
export async function downloadFile(
  hub: HubSettings,
  dataset: HubDataset,
  file: HubFile,
  folder: string,
  onBytes: (bytes: number) => void = () => {},
): Promise<PulledFile> {
  const target = join(folder, file.path);
  const there = await checksumOf(target);
  if (there !== null && isSame(there, file)) return pulled(file, there, "KEPT");
  await mkdir(dirname(target), { recursive: true });
  const request = { repo: dataset.repo, revision: dataset.commit, path: file.path };
  const path = file.path.split("/").map(encodeURIComponent).join("/");
  const url = `${hub.endpoint}/datasets/${dataset.repo}/resolve/${dataset.commit}/${path}`;
  return replaceFile(target, async (draft) => {
    await askHub(hub, request, url, {}, (response, heard) =>
      writeBody(response, draft, file, (bytes) => {
        heard();
        onBytes(bytes);
      }),
    ).catch((error: unknown) => {
      throw isFull(error) ? diskFull(file, folder, error) : error;
    });
    const checksum = await checksumOf(draft);
    if (checksum === null || !isSame(checksum, file)) throw wrongChecksum(file, checksum);
    return pulled(file, checksum, "DOWNLOADED");
  });
}

async function writeBody(
  { body }: Response,
  draft: string,
  { path, size }: HubFile,
  onBytes: (bytes: number) => void,
): Promise<void> {
  const handle = await open(draft, "w");
  try {
    let bytes = 0;
    for await (const chunk of (body as ReadableStream<Uint8Array> | null) ?? []) {
      bytes += chunk.byteLength;
      if (bytes > size) throw new PullError(`The Hub sent more than the ${size} bytes that '${path}' has.`);
      await handle.appendFile(chunk);
      onBytes(bytes);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const pulled = ({ path }: HubFile, { size, sha256 }: FileChecksum, status: PulledFile["status"]): PulledFile => ({
  path,
  size,
  sha256,
  status,
});

function wrongChecksum(file: HubFile, found: FileChecksum | null): PullError {
  const [expected, came] =
    file.sha256 === null
      ? [`git ${file.oid}`, `git ${found?.gitOid}`]
      : [`SHA-256 ${file.sha256}`, `SHA-256 ${found?.sha256}`];
  return new PullError(
    `The download of '${file.path}' is corrupt: its checksum is ${came}, and should be ${expected}.`,
    "The downloaded file was removed. Run the same command again. If that fails, too, something on the network changes files.",
  );
}

const isFull = (error: unknown): error is Error =>
  error instanceof Error && "code" in error && /^(ENOSPC|EDQUOT|EFBIG)$/.test(String(error.code));

const diskFull = (file: HubFile, folder: string, error: Error): PullError =>
  new PullError(
    `There is not enough space for '${file.path}' in '${folder}' (${(error as NodeJS.ErrnoException).code}).`,
    `Free ${file.size} bytes, or choose another folder with --dir. ${AGAIN}`,
  );

/** The size and checksums of a file on disk. */
interface FileChecksum {
  readonly size: number;
  readonly sha256: string;
  /** The git object id: SHA-1 over "blob <size>", a NUL and the content. */
  readonly gitOid: string;
}

/** Computes the checksums of a file in one pass; null if it does not exist. */
async function checksumOf(path: string): Promise<FileChecksum | null> {
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
