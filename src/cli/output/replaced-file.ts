import { draftOf } from "./file-draft.ts";
import { plainPlace } from "./output-place.ts";

/**
 * Writes a file as a draft first, so that it appears complete or not at all. Links are resolved, so that a link stays
 * one. On failure, an earlier file of that name remains, unless it is mounted by itself: then the error names the file
 * that has the new content.
 * @param write writes the draft, which does not exist before
 * @throws `BAD_USER_INPUT` if the path names something that is not a plain file
 */
export async function replaceFile<T>(path: string, write: (draft: string) => Promise<T>): Promise<T> {
  const draft = draftOf((await plainPlace(path)).path);
  try {
    const written = await write(draft.path);
    await draft.become();
    return written;
  } catch (error) {
    draft.remove();
    throw error;
  }
}
