import { datasetInfo, listFiles, type PathInfo, pathsInfo } from "@huggingface/hub";
import { nameFits } from "../../formats/recipes/recipe-records.ts";
import { PullError } from "./hub-failure.ts";
import { hubFetch } from "./hub-fetch.ts";
import type { HubSettings } from "./hub-settings.ts";

/** A dataset at one commit. */
export interface HubDataset {
  readonly repo: string;
  /** The requested revision: a branch, a tag or a commit. */
  readonly asked: string;
  /** The commit that it resolves to: 40 hexadecimal digits. */
  readonly commit: string;
  /** The licence on its card; null if the card states none. */
  readonly license: string | null;
}

/** A file of a dataset. */
export interface HubFile {
  readonly path: string;
  readonly size: number;
  /** The git object id of the file; for a file in LFS, that of its pointer. */
  readonly oid: string;
  /** SHA-256 of its content; null if it is not in LFS. */
  readonly sha256: string | null;
}

/** Resolves a revision to its commit. @throws {PullError} if the Hub does not know the dataset or revision */
export async function findDataset(hub: HubSettings, repo: string, revision: string): Promise<HubDataset> {
  const info = await datasetInfo({
    name: repo,
    revision,
    hubUrl: hub.endpoint,
    additionalFields: ["sha", "cardData"],
    fetch: hubFetch(hub, { repo, revision, path: null }),
  });
  if (!/^[0-9a-f]{40}$/.test(info.sha ?? ""))
    throw new PullError(`The Hub did not state the commit of revision '${revision}' of '${repo}'.`);
  return { repo, asked: revision, commit: info.sha, license: cardLicense(info.cardData) };
}

function cardLicense(
  card: { license?: unknown; license_name?: unknown; license_link?: unknown } | undefined,
): string | null {
  const parts = [card?.license, card?.license_name, card?.license_link].flat();
  return parts.filter((part) => typeof part === "string" && part !== "").join(", ") || null;
}

/**
 * Finds the first set of paths of which the dataset has at least one. Returns the files of that set that exist, and the
 * paths and patterns of that set without a file.
 * @param byName whether the paths are names as in a recipe, which files in folders may have
 * @throws {PullError} if the dataset has none of the paths
 */
export async function findFiles(
  hub: HubSettings,
  dataset: HubDataset,
  sets: readonly (readonly string[])[],
  byName = false,
): Promise<{ readonly files: readonly HubFile[]; readonly missing: readonly string[] }> {
  const known =
    byName || sets.flat().some(isPattern)
      ? await allFiles(hub, dataset)
      : await pathsInfo({ ...ofDataset(hub, dataset), paths: sets.flat() });
  const files = known.filter(({ type }) => type === "file");
  const named = (wanted: string): readonly Entry[] =>
    files.filter(({ path }) => (byName || isPattern(wanted) ? nameFits(path, wanted) : path === wanted));
  const set = sets.find((wanted) => wanted.some((each) => named(each).length > 0));
  if (set === undefined) throw await noFile(hub, dataset, sets);
  return {
    files: [...new Set(set.flatMap(named))].map(hubFile),
    missing: set.filter((each) => named(each).length === 0),
  };
}

/** What the Hub says about a path. */
type Entry = Pick<PathInfo, "path" | "type" | "size" | "oid" | "lfs">;

const isPattern = (path: string): boolean => path.includes("*");

async function allFiles(hub: HubSettings, dataset: HubDataset): Promise<readonly Entry[]> {
  const found: Entry[] = [];
  for await (const entry of listFiles({ ...ofDataset(hub, dataset), recursive: true })) found.push(entry);
  return found;
}

const ofDataset = (hub: HubSettings, { repo, commit }: HubDataset) => ({
  repo: { type: "dataset", name: repo } as const,
  revision: commit,
  hubUrl: hub.endpoint,
  fetch: hubFetch(hub, { repo, revision: commit, path: null }),
});

function hubFile({ path, size, oid = "", lfs }: Entry): HubFile {
  const sha256 = lfs?.oid.replace(/^sha256:/, "") ?? null;
  const known = sha256 === null ? /^[0-9a-f]{40}$/.test(oid) : /^[0-9a-f]{64}$/.test(sha256);
  if (!known || !Number.isSafeInteger(size) || size < 0)
    throw new PullError(`The Hub did not state the size or the checksum of '${path}'.`);
  return { path, size, oid, sha256 };
}

async function noFile(hub: HubSettings, dataset: HubDataset, sets: readonly (readonly string[])[]): Promise<PullError> {
  const names: string[] = [];
  for await (const { path, type } of listFiles({ ...ofDataset(hub, dataset), recursive: false })) {
    names.push(type === "directory" ? `${path}/` : path);
    if (names.length === 30) break;
  }
  const wanted = sets
    .map(([first, ...more]) => (more.length === 0 ? `'${first}'` : `files such as '${first}'`))
    .join(" or ");
  return new PullError(
    `The dataset '${dataset.repo}' has no ${wanted} in revision ${dataset.commit}.`,
    `It has: ${names.join(", ") || "nothing"}. Name its files with --file, or another revision with --revision.`,
  );
}
