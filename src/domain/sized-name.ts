/** A model as a paper prints it, with its size where the name does not have it: `"PandaGPT (13B)"`, `"Qwen2.5-Omni-7B"`. */
export const sizedName = (name: string, parameters: string | null): string =>
  parameters === null || name.toLowerCase().includes(parameters.toLowerCase()) ? name : `${name} (${parameters})`;
