/** The words of a caption in lower case, without punctuation. */
export const captionWords = (caption: string): string[] =>
  caption
    .normalize("NFKC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}\p{M}']+/u)
    .filter((word) => word !== "");
