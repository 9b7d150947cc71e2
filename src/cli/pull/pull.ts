import { mkdir, stat, statfs } from "node:fs/promises";
import { join, resolve } from "node:path";
import envPaths from "env-paths";
import { counted } from "../../domain/counted.ts";
import { DiskFile } from "../../server/workers/imported-disk-file.ts";
import { importAnywhere } from "../benchmarks/import-anywhere.ts";
import { formatImportReport } from "../benchmarks/print-import-report.ts";
import { namesHint } from "../output/nearest-name.ts";
import { printJson, printLine, remark } from "../output/printing.ts";
import { startProgress } from "../output/progress.ts";
import { UsageError } from "../output/usage-error.ts";
import { downloadFile, type PulledFile } from "./file-download.ts";
import { findDataset, findFiles, type HubDataset, type HubFile } from "./hub-dataset.ts";
import { AGAIN } from "./hub-failure.ts";
import { type HubSettings, readHubSettings } from "./hub-settings.ts";
import { requireConsent, termsOf } from "./license-consent.ts";
import { PullError } from "./pull-error.ts";
import { writeManifest } from "./pull-manifest.ts";
import { PULL_SOURCES, type PullSource } from "./pull-sources.ts";

export interface PullOptions {
  readonly revision: string;
  readonly dir?: string;
  readonly repo?: string;
  readonly file?: readonly string[];
  readonly acceptLicense?: boolean;
  /** False for `--no-import`. */
  readonly import: boolean;
  readonly replace?: boolean;
  readonly json?: boolean;
}

/** The most bytes to download. An import accepts no more, and larger files cannot be questions. */
const MOST_BYTES = 1024 ** 3;

/** Downloads a benchmark's files, and imports them. */
export async function pullBenchmark(benchmark: string, options: PullOptions): Promise<void> {
  const source = sourceOf(benchmark, options);
  const hub = await readHubSettings(process.env);
  const dataset = await findDataset(hub, source.repo, options.revision);
  const terms = termsOf(`${hub.endpoint}/datasets/${source.repo}`, source.terms, dataset);
  const termsAcceptedAt = await requireConsent(process.env, terms, options.acceptLicense === true);
  const { files, missing } = await findFiles(hub, dataset, source.files);
  for (const path of missing) remark(`omnidex: the dataset has no '${path}'; the other files are downloaded.`);
  const folder = resolve(
    options.dir ?? join(envPaths("omnidex", { suffix: "" }).cache, source.repo.replace("/", "--")),
  );
  const pulled = await downloadFiles(hub, dataset, files, folder);
  const { repo, asked, commit: revision } = dataset;
  const manifest = { benchmark, endpoint: hub.endpoint, repo, asked, revision, terms: terms.lines, termsAcceptedAt };
  await writeManifest(folder, { ...manifest, pulledAt: new Date().toISOString(), files: pulled.map(withoutStatus) });
  if (options.json !== true) await printLine(describe(dataset, pulled, folder));
  const report = options.import ? await importPulled(benchmark, dataset, folder, pulled, options) : null;
  if (options.json === true)
    return printJson({ benchmark, repo, asked, revision, folder, files: pulled, import: report });
  if (report !== null) await printLine(formatImportReport(report));
}

/** @throws {UsageError} if the dataset of a benchmark is unknown or not named correctly */
function sourceOf(benchmark: string, { repo, file }: PullOptions): PullSource {
  const known = PULL_SOURCES.get(benchmark);
  const files = file === undefined ? known?.files : [file];
  const from = repo ?? known?.repo;
  if (from === undefined || files === undefined) {
    const hint = namesHint(benchmark, [...PULL_SOURCES.keys()], "benchmarks with a known dataset");
    throw new UsageError(
      `There is no known dataset for '${benchmark}'.`,
      `${hint} For any other benchmark, name the dataset with --repo and its files with --file.`,
    );
  }
  if (!/^[\w.-]+\/[\w.-]+$/.test(from))
    throw new UsageError(`'${from}' is not a dataset of the Hub.`, "Datasets look like honglyhly/WorldSense.");
  for (const path of files.flat()) checkPath(path);
  return { repo: from, files, terms: known?.terms ?? [] };
}

/** Refuses a path that could leave the folder on any system. */
function checkPath(path: string): void {
  const parts = path.split("/");
  if (parts.some((part) => part === "" || part === "." || part === "..") || /[\\:\p{Cc}]/u.test(path))
    throw new UsageError(`'${path}' is not the path of a file in a dataset.`, "Paths look like data/questions.json.");
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

/** Imports the files under names that state the dataset and the commit, because a release keeps its file names. */
async function importPulled(
  benchmark: string,
  { repo, commit }: HubDataset,
  folder: string,
  files: readonly PulledFile[],
  { replace = false, json = false }: PullOptions,
) {
  const named = files.map(({ path }) => new DiskFile(`hf://datasets/${repo}@${commit}/${path}`, join(folder, path)));
  return importAnywhere(benchmark, named, { replace, json });
}
