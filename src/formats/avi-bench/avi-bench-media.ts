import type { ImportMedia } from "../../domain/import-batch.ts";
import type { Modality } from "../../domain/vocabulary.ts";
import type { BatchBuilder } from "../batch/batch-builder.ts";
import type { RecordReader } from "../files/record-reader.ts";

const MEDIA_FIELDS: readonly (readonly [field: string, kind: Modality])[] = [
  ["video", "VIDEO"],
  ["audio_list", "AUDIO"],
  ["image_list", "IMAGE"],
];

/** The media of a question, in the order video, sounds, images. Each field is a path or a list of paths. */
export const readMedia = (input: RecordReader): readonly ImportMedia[] =>
  MEDIA_FIELDS.flatMap(([field, kind]) => readPaths(input.optional(field)).map((path) => ({ kind, path })));

function readPaths(media: RecordReader | null): readonly string[] {
  if (media === null) return [];
  return Array.isArray(media.value) ? media.strings() : [media.text("a path or a list of paths")];
}

/**
 * The videos of the benchmark. A record names its video by a path within its task's folder, and file names repeat from
 * folder to folder, so a video's key is its task and its file name without the extension: `"AVQA/00000"`. Files of the
 * same name in one task have their whole paths as keys, so that they remain distinct videos.
 */
export class AviVideos {
  readonly #keyByPath = new Map<string, string>();

  constructor(readonly builder: BatchBuilder) {}

  /** Returns the key of a question's video and adds the video on first use; `null` if the question has no video. */
  add(video: RecordReader | null, taskId: string): string | null {
    const [path] = readPaths(video);
    if (video === null || path === undefined) return null;
    const known = this.#keyByPath.get(`${taskId} ${path}`);
    if (known !== undefined) return known;
    const short = `${taskId}/${withoutExtension(path.slice(path.lastIndexOf("/") + 1))}`;
    const key = this.builder.video(short) === undefined ? short : `${taskId}/${path}`;
    this.#keyByPath.set(`${taskId} ${path}`, key);
    this.builder.readVideo(key, video, () => toVideo(key, path));
    return key;
  }
}

const withoutExtension = (name: string): string => name.replace(/(?<=.)\.[^.]+$/, "");

const toVideo = (key: string, path: string) => ({
  key,
  category: null,
  durationSeconds: null,
  url: null,
  subset: null,
  audioTypes: [],
  caption: null,
  native: { path },
});
