import { ImportError } from "../../domain/import-error.ts";
import { baseNameOf, type SubmissionFile } from "../../formats/files/submission-file.ts";

/** The largest size that a gzip archive may unpack to: the browser keeps the unpacked file in memory or on disk. */
const MOST_UNPACKED = 2 ** 30;

/**
 * The chosen files in the form that the readers take. Gzip archives are unpacked.
 * @throws {ImportError} for an archive that is damaged, or unpacks to more than 1 GiB
 */
export async function browserFiles(files: readonly File[]): Promise<readonly SubmissionFile[]> {
  const opened: SubmissionFile[] = [];
  const sibling = async (name: string): Promise<SubmissionFile | null> =>
    opened.find((file) => baseNameOf(file) === name) ?? null;
  for (const file of files) {
    const path = file.webkitRelativePath || file.name;
    const packed = await isGzip(file);
    const content = packed ? await gunzip(file) : file;
    opened.push({
      name: packed ? path.replace(/\.gz$/i, "") : path,
      size: content.size,
      read: async (position, length) => new Uint8Array(await content.slice(position, position + length).arrayBuffer()),
      sibling,
    });
  }
  return opened;
}

async function isGzip(file: Blob): Promise<boolean> {
  const [first, second] = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return first === 0x1f && second === 0x8b;
}

async function gunzip(file: File): Promise<Blob> {
  let length = 0;
  const limit = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(piece, controller) {
      length += piece.length;
      if (length > MOST_UNPACKED)
        throw new ImportError(file.name, `an archive that unpacks to at most ${MOST_UNPACKED} bytes`, "more");
      controller.enqueue(piece);
    },
  });
  try {
    const unpacked = file.stream().pipeThrough(new DecompressionStream("gzip")).pipeThrough(limit);
    return await new Response(unpacked).blob();
  } catch (error) {
    if (error instanceof ImportError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ImportError(file.name, "a complete gzip archive", `a damaged archive (${reason})`);
  }
}
