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

/** The number of hexadecimal digits of a pseudonym. */
export const PSEUDONYM_DIGITS = 10;

/** The name of an anonymous run's model. The digits are random, so that they reveal nothing. */
export const pseudonymOf = (digits: string): string => `Anonymous ${digits}`;

/** Whether a slug has the form of a pseudonym's. Submitters may not take such names. */
export const isPseudonymSlug = (slug: string): boolean => /^anonymous-[0-9a-f]{10}$/.test(slug);
