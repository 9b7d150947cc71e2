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

/** The name under which a file of the Hub is imported. It states the commit, because a release keeps the names of its files. */
export const hubFileName = (repo: string, commit: string, path: string): string =>
  `hf://datasets/${repo}@${commit}/${path}`;

/** The path in its dataset of a file with a name of `hubFileName`. Any other name is returned unchanged. */
export const pathInDataset = (name: string): string =>
  name.replace(/^hf:\/\/datasets\/[^/]+\/[^/]+@[0-9a-f]{40}\//, "");
