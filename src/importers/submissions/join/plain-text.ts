/**
 * Text for comparison: normalized Unicode, case folded, single spaces. Tables and prompts often alter exactly these.
 */
export const plainText = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/\\[nrt]/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();

/** Like `plainText`, without backslashes, which Python's `repr` puts before quotes in options. */
export const looseText = (text: string): string => plainText(text).replaceAll("\\", "");

const EXTENSION = /\.(?:mp4|mkv|webm|avi|mov|m4v)$/i;

/** A video's key without folder and extension: `"videos/video_25.mp4"` is `"video_25"`. */
export const plainVideo = (video: string): string => video.slice(video.lastIndexOf("/") + 1).replace(EXTENSION, "");

/** Whether a row's name for a video matches a question's video. Keys themselves may contain slashes. */
export function sameVideo(word: string, key: string | null): boolean {
  if (key === null) return false;
  return word === key || word.replace(EXTENSION, "") === key || plainVideo(word) === plainVideo(key);
}

/** The part of a text that a message shows. */
export const excerpt = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 77)}…` : text);
