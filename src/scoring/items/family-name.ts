/** Prefixes that may precede a family's name: "Meta-Llama-3" is a Llama. */
const PREFIXES = new Set(["meta", "the", "gpt4", "hf"]);

/**
 * The family that a model is counted in: its organization if it is known, and otherwise the first word of its name in
 * lower case without digits. "Qwen2.5-Omni-7B" and "qwen-vl-max" belong to `qwen`. Models of one organization share
 * data, code and teacher models, and therefore errors. A family that is too large only makes the figures more cautious.
 */
export function familyName(model: string, organization: string | null = null): string {
  const known = organization?.trim().toLowerCase() ?? "";
  if (known !== "") return known;
  const words = model.toLowerCase().match(/\p{L}+/gu) ?? [];
  return words.find((word) => !PREFIXES.has(word)) ?? model.trim().toLowerCase();
}

/** Numbers families from 0 on, in the order in which they first occur. */
export function numberFamilies(names: readonly string[]): number[] {
  const numbers = new Map<string, number>();
  return names.map((name) => {
    const number = numbers.get(name) ?? numbers.size;
    numbers.set(name, number);
    return number;
  });
}
