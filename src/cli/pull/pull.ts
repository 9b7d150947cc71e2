import { hash } from "node:crypto";
import { mkdir, stat, statfs, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import envPaths from "env-paths";
import { hubFileName } from "../../domain/hub-datasets.ts";
import { counted } from "../../domain/texts.ts";
import { DiskFile } from "../../server/workers/line-spool.ts";
import { importAnywhere } from "../benchmarks/import-anywhere.ts";
import { MANIFEST_NAME } from "../benchmarks/import-sources.ts";
import { formatImportReport } from "../benchmarks/print-import-report.ts";
import { choicesIn, type RecipeOptions, withRecipe } from "../benchmarks/proposed-recipe.ts";
import { replaceFile } from "../output/output-file.ts";
import { withProblems } from "../output/printed-problems.ts";
import { printJson, printLine, remark } from "../output/printing.ts";
import { startProgress } from "../output/progress.ts";
import { requireConsent, termsOf } from "./consent.ts";
import { downloadFile, type PulledFile } from "./file-download.ts";
import { findDataset, findFiles, type HubDataset, type HubFile } from "./hub-dataset.ts";
import { AGAIN, PullError } from "./hub-failure.ts";
import { type HubSettings, readHubSettings } from "./hub-settings.ts";
import { checkPath, findSource, type PullSource, type SourceOptions } from "./pull-sources.ts";

export interface PullOptions extends SourceOptions, Omit<RecipeOptions, "choices"> {
  readonly dir?: string;
  readonly acceptLicense?: boolean;
  /** False for `--no-import`. */
  readonly import: boolean;
  readonly replace?: boolean;
}

/** The most bytes to download. An import accepts no more, and larger files cannot be questions. */
const MOST_BYTES = 1024 ** 3;

/**
 * Downloads a benchmark's files, and imports them.
 * @param named a benchmark's slug, or `hf:<owner>/<dataset>`
 */
export async function pullBenchmark(named: string, options: PullOptions): Promise<void> {
  const { json = false } = options;
  const source = await withProblems(json, () => findSource(named, options));
  const { benchmark, repo, recipe } = source;
  const hub = await readHubSettings(process.env);
  const dataset = await findDataset(hub, repo, source.revision);
  const { asked, commit: revision } = dataset;
  if (recipe !== null && asked !== revision)
    remark(
      `omnidex: '${asked}' of ${repo} is commit ${revision}. Only --revision ${revision}, or this 'revision' in the recipe's 'hub', keeps it.`,
    );
  const terms = termsOf(`${hub.endpoint}/datasets/${repo}`, source.terms, dataset);
  const termsAcceptedAt = await requireConsent(process.env, terms, options.acceptLicense === true);
  const { files, missing } = await findFiles(hub, dataset, source.files, source.byName);
  for (const { path } of files) checkPath(path);
  for (const path of missing) remark(`omnidex: the dataset has no '${path}'; the other files are downloaded.`);
  const folder = resolve(options.dir ?? join(envPaths("omnidex", { suffix: "" }).cache, repo.replace("/", "--")));
  const pulled = await downloadFiles(hub, dataset, files, folder);
  const manifest = { benchmark, endpoint: hub.endpoint, repo, asked, revision, terms: terms.lines, termsAcceptedAt };
  await writeManifest(folder, {
    ...manifest,
    ...(recipe !== null && { recipe: { name: recipe.name, sha256: hash("sha256", recipe.bytes) } }),
    pulledAt: new Date().toISOString(),
    files: pulled.map(withoutStatus),
  });
  if (!json) await printLine(describe(dataset, pulled, folder));
  const report = options.import ? await importPulled(source, dataset, folder, pulled, options) : null;
  if (json) return printJson({ benchmark, repo, asked, revision, folder, files: pulled, import: report });
  if (report !== null) await printLine(formatImportReport(report));
}

async function downloadFiles(
  hub: HubSettings,
  dataset: HubDataset,
  files: readonly HubFile[],
  folder: string,
): Promise<readonly PulledFile[]> {
  const total = files.reduce((sum, { size }) => sum + size, 0);
  if (total > MOST_BYTES)
    throw new PullError(
      `The files have ${total} bytes in total, but an import accepts ${MOST_BYTES}. Check that they are the question files.`,
    );
  await mkdir(folder, { recursive: true });
  await checkRoom(folder, files);
  const progress = await startProgress("Downloading", kilobytes(total), "kB");
  const pulled: PulledFile[] = [];
  let before = 0;
  try {
    // Sequentially: there are few files, and the Hub limits the request rate.
    for (const file of files) {
      pulled.push(
        await downloadFile(hub, dataset, file, folder, (bytes) => progress.update(kilobytes(before + bytes))),
      );
      before += file.size;
      progress.update(kilobytes(before));
    }
  } finally {
    progress.stop();
  }
  return pulled;
}

const kilobytes = (bytes: number): number => Math.ceil(bytes / 1000);

/** Checks the free space before anything is downloaded. */
async function checkRoom(folder: string, files: readonly HubFile[]): Promise<void> {
  const sizes = await Promise.all(
    files.map(async ({ path }) => (await stat(join(folder, path)).catch(() => null))?.size),
  );
  const missing = files.reduce((sum, { size }, index) => sum + (sizes[index] === size ? 0 : size), 0);
  const { bavail, bsize } = await statfs(folder);
  // Some file systems report 0 free bytes although they accept writes. On a full file system, the write itself fails.
  const free = bavail * bsize;
  if (free >= missing || free === 0) return;
  throw new PullError(
    `There is not enough space in '${folder}': ${missing} bytes are needed, but ${free} are free.`,
    `Free some space, or choose another folder with --dir. ${AGAIN}`,
  );
}

const withoutStatus = ({ path, size, sha256 }: PulledFile) => ({ path, size, sha256 });

function describe({ repo, commit }: HubDataset, files: readonly PulledFile[], folder: string): string {
  const kept = files.filter(({ status }) => status === "KEPT").length;
  const bytes = files.reduce((sum, { size }) => sum + size, 0);
  const there = kept === 0 ? "" : kept === files.length ? ", all there already" : `, ${kept} of them there already`;
  return `${repo} at ${commit}: ${counted(files.length, "file")}, ${counted(bytes, "byte")}${there}, checked, in ${folder}`;
}

/** Imports the files under names that state the dataset and the commit, with the recipe that reads them. */
async function importPulled(
  { benchmark, recipe }: PullSource,
  { repo, commit }: HubDataset,
  folder: string,
  files: readonly PulledFile[],
  options: PullOptions,
) {
  const { replace = false, json = false } = options;
  const named = files.map(({ path }) => new DiskFile(hubFileName(repo, commit, path), join(folder, path)));
  const choices = choicesIn({ ...options });
  const all = await withProblems(json, () => withRecipe(benchmark, named, { ...options, choices }));
  const isBuiltIn = recipe !== null && options.recipe === undefined;
  return importAnywhere(benchmark, isBuiltIn ? [...all, recipe] : all, { replace, json });
}

/** The files of a folder and their source. */
interface PullManifest {
  readonly benchmark: string;
  readonly endpoint: string;
  readonly repo: string;
  /** The requested revision: a branch, a tag or a commit. */
  readonly asked: string;
  /** The commit that it resolved to. */
  readonly revision: string;
  readonly terms: readonly string[];
  readonly termsAcceptedAt: string;
  /** The recipe that reads the files. */
  readonly recipe?: { readonly name: string; readonly sha256: string };
  readonly pulledAt: string;
  readonly files: readonly Pick<PulledFile, "path" | "size" | "sha256">[];
}

/** Writes `omnidex-pull.json` atomically. */
async function writeManifest(folder: string, manifest: PullManifest): Promise<void> {
  await replaceFile(join(folder, MANIFEST_NAME), (draft) =>
    writeFile(draft, `${JSON.stringify(manifest, null, 2)}\n`, { flag: "wx" }),
  );
}
