/** Text for comparison: normalized Unicode, lower case, single spaces. Tables and prompts often change just these. */
export const plainText = (text: string): string =>
  text
    .normalize("NFC")
    .replace(/\\[nrt]/g, " ")
    .replace(/\s+/g, " ")
    .trim()
    .toLowerCase();

/** Like `plainText`, without backslashes, which Python's `repr` puts before quotes in options. */
export const looseText = (text: string): string => plainText(text).replaceAll("\\", "");

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
  ["lsquo", "'"],
  ["rsquo", "'"],
  ["ldquo", '"'],
  ["rdquo", '"'],
  ["ndash", "-"],
  ["mdash", "-"],
  ["nbsp", " "],
]);
const ENTITY = /&(?:#(\d{1,6})|#x([\da-f]{1,5})|([a-z]{2,5}));/gi;

function decodeEntity(entity: string, decimal?: string, hexadecimal?: string, name?: string): string {
  if (name !== undefined) return ENTITIES.get(name.toLowerCase()) ?? entity;
  return String.fromCodePoint(decimal === undefined ? Number.parseInt(hexadecimal ?? "", 16) : Number(decimal));
}

/**
 * Text for comparison where a key already names the question: like `plainText`, but without the differences that editors
 * and web pages make: the forms of quotes, dashes and wide letters, HTML entities, invisible characters, and a stop at
 * the end.
 */
export function wording(text: string): string {
  const decoded = text
    .replace(ENTITY, decodeEntity)
    .replace(/[‘’‚‛`´′]/g, "'")
    .replace(/[“”„‟″«»]/g, '"')
    .replace(/[‐-―−]/g, "-");
  const plain = plainText(decoded.normalize("NFKC").replace(/\p{Cf}/gu, ""));
  return plain.replace(/(?<=[\p{L}\p{N}'")%])[ .。!?;,]{1,4}$/u, "");
}

const EXTENSION = /\.(?:mp4|mkv|webm|avi|mov|m4v)$/i;

/** A video's key without folder and extension: `"videos/video_25.mp4"` is `"video_25"`. */
export const plainVideo = (video: string): string =>
  video.slice(Math.max(video.lastIndexOf("/"), video.lastIndexOf("\\")) + 1).replace(EXTENSION, "");

/** Whether a row's name for a video matches a question's video. Keys themselves may contain slashes. */
export function sameVideo(word: string, key: string | null): boolean {
  if (key === null) return false;
  return word === key || word.replace(EXTENSION, "") === key || plainVideo(word) === plainVideo(key);
}

/** The part of a text that a message shows. */
export const excerpt = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 77)}…` : text);
