/**
 * A name as a slug: lower case, letters and digits kept, everything else one hyphen.
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
 * A subcategory's slug, as in `"vlog/sports"`. It includes the parent's, because two parents may share a child's name.
 */
export const subcategorySlug = (parent: string, name: string): string => `${parent}/${slugify(name)}`;
