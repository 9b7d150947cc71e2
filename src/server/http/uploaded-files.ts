import { type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { temporaryPrefix } from "../db/temporary-folders.ts";
import { DiskFile } from "../services/imports/imported-disk-file.ts";
import type { FormEvent } from "./multipart-parts.ts";

/**
 * Puts the files of a form's field into a temporary folder, lets `use` read them from there, and takes them away again.
 * A part without a file name is none.
 */
export async function withUploadedFiles<T>(
  events: AsyncIterable<FormEvent>,
  field: string,
  use: (files: readonly DiskFile[]) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(temporaryPrefix("upload"));
  let files: readonly DiskFile[] = [];
  try {
    files = await storeFiles(events, field, folder);
    return await use(files);
  } finally {
    for (const file of files) file.close();
    await rm(folder, { recursive: true, force: true });
  }
}

async function storeFiles(events: AsyncIterable<FormEvent>, field: string, folder: string): Promise<DiskFile[]> {
  const stored: { name: string; path: string }[] = [];
  let current: FileHandle | null = null;
  try {
    for await (const event of events) {
      if (event.kind === "bytes") {
        await current?.writeFile(event.bytes);
        continue;
      }
      await current?.close();
      current = null;
      if (event.name !== field || event.fileName === null) continue;
      const path = join(folder, String(stored.length));
      current = await open(path, "wx", 0o600);
      stored.push({ name: event.fileName, path });
    }
  } finally {
    await current?.close();
  }
  return stored.map(({ name, path }) => new DiskFile(name, path));
}
