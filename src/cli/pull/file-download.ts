import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import type { ReadableStream } from "node:stream/web";
import { setTimeout as pause } from "node:timers/promises";
import { plainPlace } from "../output/output-place.ts";
import type { HubDataset, HubFile } from "./hub-dataset.ts";
import { AGAIN, type HubRequest } from "./hub-failure.ts";
import { askHub, type HubAnswer, reasonOf } from "./hub-fetch.ts";
import type { HubSettings } from "./hub-settings.ts";
import { PullError } from "./pull-error.ts";

/** The most consecutive broken connections without progress. */
const MOST_BREAKS = 5;

/** A complete, verified file on disk. */
export interface PulledFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
  /** KEPT: the whole file was already on disk. RESUMED: a part of the file was. */
  readonly status: "DOWNLOADED" | "RESUMED" | "KEPT";
}

/**
 * Downloads a file into a folder. Received bytes are kept in a `.part` file, from which the next request resumes, in
 * this process or a later one. Its name contains the checksum, so that a part of another version is never resumed.
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
  const { path: target } = await plainPlace(join(folder, file.path));
  const there = await checksumOf(target);
  if (there !== null && isSame(there, file)) return pulled(file, there, "KEPT");
  await mkdir(dirname(target), { recursive: true });
  const part = `${target}.${(file.sha256 ?? file.oid).slice(0, 12)}.part`;
  const resumed = (await sizeOf(part)) > 0;
  await completePart({ hub, dataset, file, part, onBytes });
  let checksum = await checksumOf(part);
  if (resumed && (checksum === null || !isSame(checksum, file))) {
    // The part may have been damaged on disk: download once more from the beginning.
    await rm(part, { force: true });
    await completePart({ hub, dataset, file, part, onBytes });
    checksum = await checksumOf(part);
  }
  if (checksum === null || !isSame(checksum, file)) throw await wrongChecksum(file, part, checksum);
  await rename(part, target);
  await removeOldParts(target);
  return pulled(file, checksum, resumed ? "RESUMED" : "DOWNLOADED");
}

const pulled = ({ path }: HubFile, { size, sha256 }: FileChecksum, status: PulledFile["status"]): PulledFile => ({
  path,
  size,
  sha256,
  status,
});

async function wrongChecksum(file: HubFile, part: string, found: FileChecksum | null): Promise<PullError> {
  await rm(part, { force: true });
  const [expected, came] =
    file.sha256 === null
      ? [`git ${file.oid}`, `git ${found?.gitOid}`]
      : [`SHA-256 ${file.sha256}`, `SHA-256 ${found?.sha256}`];
  return new PullError(
    `The download of '${file.path}' is corrupt: its checksum is ${came}, and should be ${expected}.`,
    "The downloaded file was removed. Run the same command again. If that fails, too, something on the network changes files.",
  );
}

interface Part {
  readonly hub: HubSettings;
  readonly dataset: HubDataset;
  readonly file: HubFile;
  readonly part: string;
  readonly onBytes: (bytes: number) => void;
}

/** Requests the missing bytes until the part is complete. */
async function completePart(job: Part): Promise<void> {
  for (let breaks = 0; ; ) {
    const before = await sizeOf(job.part);
    if (before > job.file.size) await rm(job.part, { force: true });
    else if (before === job.file.size && before > 0) return;
    const error = await fetchRest(job, before > job.file.size ? 0 : before).then(
      () => null,
      (reason: unknown) => endOrReason(reason, job),
    );
    const after = await sizeOf(job.part);
    if (after === job.file.size) return;
    breaks = after > before ? 0 : breaks + 1;
    if (breaks === MOST_BREAKS) throw brokenOff(job, after, error);
    await pause(job.hub.firstPause * 2 ** Math.min(breaks, 4));
  }
}

/** Returns the error if a retry may help, otherwise throws. */
function endOrReason(error: unknown, { part, file }: Part): unknown {
  if (error instanceof PullError) throw error;
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (/^(ENOSPC|EDQUOT|EFBIG)$/.test(code))
    throw new PullError(
      `There is not enough space for '${file.path}' in '${dirname(part)}' (${code}).`,
      `Free ${file.size} bytes, or choose another folder with --dir. ${AGAIN}`,
    );
  if (/^(EACCES|EROFS|EPERM|EISDIR|ENOTDIR|EIO)$/.test(code)) throw error;
  return error;
}

const brokenOff = ({ file }: Part, came: number, error: unknown): PullError =>
  new PullError(
    `The connection broke ${MOST_BREAKS} times at byte ${came} of ${file.size} of '${file.path}'${error === null ? "" : ` (${reasonOf(error)})`}.`,
    AGAIN,
    { cause: error },
  );

async function fetchRest(job: Part, from: number): Promise<void> {
  const { hub, dataset, file, part } = job;
  const request: HubRequest = { repo: dataset.repo, revision: dataset.commit, path: file.path };
  const path = file.path.split("/").map(encodeURIComponent).join("/");
  const url = `${hub.endpoint}/datasets/${dataset.repo}/resolve/${dataset.commit}/${path}`;
  // A compressed response could not be resumed in the middle.
  const headers = { "accept-encoding": "identity", ...(from > 0 && { range: `bytes=${from}-` }) };
  const answer = await askHub(hub, request, url, { headers });
  try {
    checkCommit(answer, dataset, file);
    if (answer.response.status === 416) await rm(part, { force: true });
    else await appendBody(job, answer, startOf(answer.response, from, file));
  } finally {
    answer.stop();
  }
}

function checkCommit({ commit }: HubAnswer, dataset: HubDataset, file: HubFile): void {
  if (commit === null || commit === dataset.commit) return;
  throw new PullError(
    `'${file.path}' was requested at commit ${dataset.commit}, but the Hub sent it at ${commit}.`,
    "Name the commit to download with --revision.",
  );
}

/** The offset at which a response starts; 0 if the server ignored the range. @throws {PullError} for another range */
function startOf({ status, headers }: Response, from: number, file: HubFile): number {
  const range = /^bytes (\d+)-\d+\/(\d+|\*)$/.exec(headers.get("content-range") ?? "");
  if (status !== 206 || range === null) return 0;
  const [, start, total] = range;
  if (Number(start) === from && (total === "*" || Number(total) === file.size)) return from;
  throw new PullError(
    `The Hub sent ${range[0]} of '${file.path}', which has ${file.size} bytes and was requested from byte ${from} on.`,
  );
}

async function appendBody({ file, part, onBytes }: Part, { response, heard }: HubAnswer, start: number): Promise<void> {
  const handle = await open(part, start === 0 ? "w" : "a");
  try {
    let bytes = start;
    for await (const chunk of (response.body as ReadableStream<Uint8Array> | null) ?? []) {
      heard();
      bytes += chunk.byteLength;
      if (bytes > file.size)
        throw new PullError(`The Hub sent more than the ${file.size} bytes that '${file.path}' has.`);
      await handle.appendFile(chunk);
      onBytes(bytes);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
}

const sizeOf = async (path: string): Promise<number> => (await stat(path).catch(() => null))?.size ?? 0;

/** Removes the parts of other versions of the file. */
async function removeOldParts(target: string): Promise<void> {
  const names = await readdir(dirname(target));
  const isPart = (name: string): boolean =>
    name.startsWith(`${basename(target)}.`) && /\.[0-9a-f]{12}\.part$/.test(name);
  await Promise.all(names.filter(isPart).map((name) => rm(join(dirname(target), name), { force: true })));
}

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
