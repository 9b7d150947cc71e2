/** A video that the page can play, or one that only its own site plays. */
export type VideoSource =
  | { readonly kind: "FILE"; readonly url: string }
  | { readonly kind: "LINK"; readonly url: string };

const FILE = /\.(mp4|m4v|webm|ogv|ogg|mov)$/i;

/**
 * Determines how a video is shown. A time range in its address is kept: `#t=10,20`, or `?start=10&end=20` of a file or
 * of YouTube's player. For YouTube, the result is a link to the video's page at that second.
 *
 * @returns null for a text that is not a web address
 */
export function videoSource(text: string): VideoSource | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  const player = /^\/embed\/([\w-]+)/.exec(url.pathname);
  if (/(^|\.)youtube(-nocookie)?\.com$/.test(url.hostname) && player !== null)
    return { kind: "LINK", url: watchAddress(player[1] ?? "", url.searchParams.get("start")) };
  // A page from https cannot play a video from http.
  if (!FILE.test(url.pathname) || url.protocol === "http:") return { kind: "LINK", url: url.href };
  return { kind: "FILE", url: withPart(url) };
}

const watchAddress = (id: string, start: string | null): string =>
  `https://www.youtube.com/watch?v=${id}${isSeconds(start) ? `&t=${start}s` : ""}`;

const isSeconds = (text: string | null): text is string => text !== null && /^\d+(\.\d+)?$/.test(text);

/** The address with the seconds as a fragment. @see https://www.w3.org/TR/media-frags/#naming-time */
function withPart(url: URL): string {
  if (url.hash !== "") return url.href;
  const [start, end] = [url.searchParams.get("start"), url.searchParams.get("end")];
  if (!isSeconds(start) && !isSeconds(end)) return url.href;
  return `${url.href}#t=${isSeconds(start) ? start : "0"}${isSeconds(end) ? `,${end}` : ""}`;
}
