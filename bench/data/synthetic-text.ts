import type { Random } from "../support/random.ts";

const SYLLABLES = ["ba", "do", "ke", "li", "mu", "na", "po", "ra", "si", "ta", "ve", "zo"] as const;

export function sentence(random: Random, words: number): string {
  const text = Array.from({ length: words }, () => word(random)).join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const word = (random: Random): string =>
  Array.from({ length: random.integer(1, 4) }, () => random.pick(SYLLABLES)).join("");
