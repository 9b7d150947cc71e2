import { createHash } from "node:crypto";
import { mkdir, readFile, stat, statfs, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import envPaths from "env-paths";
import { HUB_DATASETS } from "../../domain/hub-datasets.ts";
import { counted, plainText } from "../../domain/texts.ts";
import { DiskFile } from "../../server/workers/line-spool.ts";
import { importAnywhere } from "../benchmarks/import-anywhere.ts";
import { MANIFEST_NAME } from "../benchmarks/import-sources.ts";
import { formatImportReport } from "../benchmarks/print-import-report.ts";
import { configFolder } from "../connection/stored-logins.ts";
import { replaceFile } from "../output/output-file.ts";
import { complain, printJson, printLine, remark } from "../output/printing.ts";
import { startProgress } from "../output/progress.ts";
import { ask } from "../output/terminal-prompts.ts";
import { namesHint, UsageError } from "../output/usage-error.ts";
import { downloadFile, type PulledFile } from "./file-download.ts";
import { findDataset, findFiles, type HubDataset, type HubFile } from "./hub-dataset.ts";
import { AGAIN, PullError } from "./hub-failure.ts";
import { type HubSettings, readHubSettings } from "./hub-settings.ts";

/** The terms that the user must accept. */
interface Terms {
  /** The address of the dataset's page. */
  readonly page: string;
  readonly lines: readonly string[];
}

/** When the terms were accepted, as ISO 8601. */
type AcceptedAt = string;

interface Accepted {
  /** SHA-256 of the terms as shown. */
  readonly terms: string;
  readonly acceptedAt: AcceptedAt;
}

/** The terms of a dataset: the known terms of the benchmark, and the licence on the dataset's card at the Hub. */
const termsOf = (page: string, known: readonly string[], { license }: HubDataset): Terms => ({
  page,
  lines: [
    ...known,
    license === null ? "Its card at the Hub names no licence." : `Its card at the Hub says: ${plainText(license)}.`,
  ],
});

/**
 * Shows the terms and asks for consent, unless the same text was accepted before.
 * @param accepted whether the user accepted on the command line
 * @throws {UsageError} if there is no terminal to ask at
 * @throws {PullError} if the user declines
 */
async function requireConsent(
  environment: NodeJS.ProcessEnv,
  { page, lines }: Terms,
  accepted: boolean,
): Promise<AcceptedAt> {
  const terms = createHash("sha256").update(lines.join("\n")).digest("hex");
  const file = join(configFolder(environment), "accepted-licenses.json");
  const known = await readAccepted(file);
  const before = known[page];
  if (before?.terms === terms) return before.acceptedAt;
  complain([`The terms of ${page}:`, ...lines.map((line) => `  ${line}`)].join("\n"));
  if (!accepted) await askForConsent();
  const acceptedAt = new Date().toISOString();
  await writeAccepted(environment, file, { ...known, [page]: { terms, acceptedAt } });
  return acceptedAt;
}

async function askForConsent(): Promise<void> {
  if (process.stdin.isTTY !== true || process.stderr.isTTY !== true)
    throw new UsageError(
      "The terms above must be accepted once.",
      "Read them, and run the same command again with --accept-license.",
    );
  const answer = await ask("Do you accept them? yes or no", "no");
  if (!/^y(es)?$/i.test(answer)) throw new PullError("The terms were not accepted, so nothing was downloaded.");
}

/** Reads the accepted terms. An unreadable file counts as empty, so that the user is asked again. */
async function readAccepted(file: string): Promise<Readonly<Record<string, Accepted>>> {
  const text = await readFile(file, "utf8").catch(() => "{}");
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, Accepted>)
      : {};
  } catch {
    return {};
  }
}

async function writeAccepted(
  environment: NodeJS.ProcessEnv,
  file: string,
  accepted: Readonly<Record<string, Accepted>>,
): Promise<void> {
  await mkdir(configFolder(environment), { recursive: true, mode: 0o700 });
  await replaceFile(file, (draft) =>
    writeFile(draft, `${JSON.stringify(accepted, null, 2)}\n`, { mode: 0o600, flag: "wx" }),
  );
}

/** Where a benchmark's official files are. */
interface PullSource {
  /** A dataset of the Hugging Face Hub. */
  readonly repo: string;
  /** Sets of question files, without videos. The first set that has any file in the dataset is used. */
  readonly files: readonly (readonly string[])[];
  /** What the authors allow, in a few lines. `pull` shows it before the licence that the Hub's card names. */
  readonly terms: readonly string[];
}

/** The folders listed in AVI-Bench's README. */
const AVI_TASKS: Readonly<Record<string, readonly string[]>> = {
  perception: ["AMIC", "VMIC", "AVL", "AVM"],
  understand: ["VAR", "AVR", "AVC"],
  reasoning: ["AVH", "VAH", "AVQA", "AVLG"],
  sensation: ["ASQA", "VSQA_I", "VSQA_V", "AVSQA"],
};

const aviFiles = Object.entries(AVI_TASKS).flatMap(([stage, tasks]) =>
  tasks.map((task) => `levels/${stage}/${task}/data.json`),
);

/** The official source of each benchmark, by its slug. */
export const PULL_SOURCES: ReadonlyMap<string, PullSource> = new Map([
  [
    "worldsense",
    {
      repo: HUB_DATASETS.worldsense,
      files: [["worldsense_qa.json"]],
      terms: [
        "CC BY-NC-SA 4.0 by the paper's appendix H, CC BY-NC 4.0 by its datasheet: not for commercial use either way.",
        "The videos belong to their owners.",
      ],
    },
  ],
  [
    "omnivideobench",
    {
      repo: HUB_DATASETS.omnivideobench,
      files: [["data.parquet"], ["data.json"]],
      terms: [
        "CC BY-NC-SA 4.0: for research, not for commercial use.",
        "The dataset is gated: accept its authors' terms on its page, with a Hugging Face account.",
      ],
    },
  ],
  ["mmworld", { repo: HUB_DATASETS.mmworld, files: [["mmworld.json"]], terms: ["CC BY 4.0: name the authors."] }],
  [
    "avi-bench",
    {
      repo: HUB_DATASETS["avi-bench"],
      files: [aviFiles],
      terms: [
        "CC BY-ND 4.0 with the AVI-Bench Data Use Policy 1.0 (28 May 2026), whose addendum prevails:",
        "- for evaluation only: no part of it may be used to train, tune, distill or align a model, or to make data for that;",
        "- it must not be redistributed, mirrored or hosted elsewhere, so let nobody else use a server that has imported it;",
        "- it must not be scraped, crawled or batch-downloaded against the robots.txt of its page;",
        "- whoever publishes results must cite the paper. Downloading the benchmark means accepting the policy:",
        "  https://github.com/FudanCVL/AVI-Bench/blob/main/DATA_USE_POLICY.md",
        "Omnidex downloads the 15 annotation files, one after another, and no media.",
      ],
    },
  ],
]);

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
  readonly pulledAt: string;
  readonly files: readonly Pick<PulledFile, "path" | "size" | "sha256">[];
}

/** Writes `omnidex-pull.json` atomically. */
async function writeManifest(folder: string, manifest: PullManifest): Promise<void> {
  await replaceFile(join(folder, MANIFEST_NAME), (draft) =>
    writeFile(draft, `${JSON.stringify(manifest, null, 2)}\n`, { flag: "wx" }),
  );
}
