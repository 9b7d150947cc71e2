/**
 * A name as a slug: letters and digits in lower case, with a hyphen in place of each sequence of other characters.
 * `"background&music understanding"` becomes `"background-music-understanding"`.
 */
export function slugify(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-+|-+$/g, "");
}

/**
 * A subcategory's slug, as in `"vlog/sports"`. It includes the parent's slug, because two categories may have
 * subcategories of the same name.
 */
export const subcategorySlug = (parent: string, name: string): string => `${parent}/${slugify(name)}`;
