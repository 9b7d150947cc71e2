/** The datasets of the built-in benchmarks on the Hugging Face Hub, by the benchmark's slug. */
export const HUB_DATASETS = {
  worldsense: "honglyhly/WorldSense",
  omnivideobench: "NJU-LINK/OmniVideoBench",
  mmworld: "Xuehai/MMWorld",
  "avi-bench": "FudanCVL/AVIBench",
} as const;

const BY_SLUG: ReadonlyMap<string, string> = new Map(Object.entries(HUB_DATASETS));

/**
 * The dataset of a benchmark on the Hugging Face Hub, as `owner/name`. For a benchmark that is not built in, it is the
 * dataset that the homepage points to. Returns null if no dataset is known.
 */
export function hubDataset(slug: string, homepage: string | null): string | null {
  const page = /^https:\/\/huggingface\.co\/datasets\/([\w.-]+\/[\w.-]+)\/?$/.exec(homepage ?? "");
  return BY_SLUG.get(slug) ?? page?.[1] ?? null;
}
