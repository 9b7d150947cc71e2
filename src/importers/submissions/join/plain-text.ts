/** Text as it is compared: one form of Unicode, no difference of case, single spaces. Tables and prompts change those. */
export const plainText = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/\\[nrt]/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();

/** The same without backslashes, which Python's `repr` of options puts before quotes. */
export const looseText = (text: string): string => plainText(text).replaceAll("\\", "");

const EXTENSION = /\.(?:mp4|mkv|webm|avi|mov|m4v)$/i;

/** A video's key without folder and extension: `"videos/video_25.mp4"` is `"video_25"`. */
export const plainVideo = (video: string): string => video.slice(video.lastIndexOf("/") + 1).replace(EXTENSION, "");

/** Whether a row's word for a video means a question's. Keys themselves may hold slashes. */
export function sameVideo(word: string, key: string | null): boolean {
  if (key === null) return false;
  return word === key || word.replace(EXTENSION, "") === key || plainVideo(word) === plainVideo(key);
}

/** As much of a text as a message shows. */
export const excerpt = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 77)}…` : text);
