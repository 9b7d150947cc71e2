/** The number of hexadecimal digits of a pseudonym. */
export const PSEUDONYM_DIGITS = 10;

/** The name of an anonymous run's model. The digits are random, so that they reveal nothing. */
export const pseudonymOf = (digits: string): string => `Anonymous ${digits}`;

/** Whether a slug has the form of a pseudonym's. Submitters may not take such names. */
export const isPseudonymSlug = (slug: string): boolean => /^anonymous-[0-9a-f]{10}$/.test(slug);
