/** A caption as words in lower case, without marks. */
export const captionWords = (caption: string): string[] =>
  caption
    .normalize("NFKC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}']+/u)
    .filter((word) => word !== "");
