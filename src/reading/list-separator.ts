/** What models write between the answers of a list: "red, blue", "red and blue", "red、blue". */
export const LIST_SEPARATOR = /[;,、，；/&+|\n]|\band\b|\bas well as\b|以及|和|与|與|及|と|\bund\b/i;
