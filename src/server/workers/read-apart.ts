import { fork } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { badInput } from "../../domain/errors.ts";
import { ImportError } from "../../domain/import-error.ts";
import { firstMessage, OutOfBounds, type ProcessBounds } from "../../formats/files/bounded-process.ts";
import { piecesFrom, sourceOf } from "../../formats/files/byte-source.ts";
import type { ImportFile } from "../../formats/files/importer.ts";
import { hasReader } from "../../formats/importer-registry.ts";
import type { JoinQuestion } from "../../formats/join/found-question.ts";
import { temporaryPrefix } from "../db/process-identity.ts";
import type { ReadingOrder, ReadingReply } from "./import-reader.ts";
import { DiskFile, linesIn } from "./line-spool.ts";
import type { Proposer } from "./propose-files.ts";
import { RELEASE_FILE, type ReadRun, type ResultOptions, requireResults, rowsFile } from "./result-reading.ts";
import { builtInRecipe, type ContentReader, readHere } from "./unpacked-files.ts";
import { Bursts } from "./yielding.ts";

/** What the process that reads an import may use. */
export interface ReadingBounds extends ProcessBounds {
  /** Megabytes of its heap. */
  readonly heapMb: number;
}

const MB = 2 ** 20;
/** In bytes. The worst text of this size is read in less than 0.1 s, by code and by recipe. */
const SMALL = { byCode: 2 ** 14, byRecipe: 2 ** 10 };
/** The first four bytes of a text. gzip begins with a control character. */
const TEXT = /^(?!PAR1)[\s\w{["]/;

/** Far more than any benchmark needs: the largest one here is read in seconds, in a heap of 100 MB. */
const boundsFor = (bytes: number): ReadingBounds => ({
  heapMb: 512,
  memoryMb: 1_024,
  timeMs: Math.min(600_000, 60_000 + 4_000 * (bytes / MB)),
});

/** The program is in the folder of this module in the source, and beside the bundle. */
const PROGRAM = fileURLToPath(
  new URL(import.meta.url.endsWith(".ts") ? "./import-reader-source.mjs" : "./import-reader.js", import.meta.url),
);

/**
 * Reads an import's files in a process of its own, with limits on memory and time. A small file may unpack to gigabytes, or
 * hold one value that takes all memory; in this process it would stop the server for everybody. A thread would not contain
 * it: V8 ends the whole process if one allocation exceeds the thread's limit. Small plain texts without a recipe of the user's
 * are read here, because the process takes 0.2 s to start.
 * @throws {ImportError} also for files that take more than the limits
 */
export const readApart: ContentReader = async (benchmark, files, content) => {
  const bytes = files.reduce((sum, file) => sum + sourceOf(file).size, 0);
  const most = builtInRecipe(benchmark) === null ? SMALL.byCode : SMALL.byRecipe;
  if (bytes <= most && files.every(isText) && !files.some(isYaml)) return readHere(benchmark, files, content);
  const { reply, folder, end } = await apart({ benchmark }, files);
  try {
    if (!("head" in reply)) throw new Error("the process that reads imports read nothing");
    await addAll(join(folder, "videos"), (line) => content.video(JSON.parse(line)));
    await addAll(join(folder, "questions"), (line) => content.question(JSON.parse(line)));
    return reply.head;
  } finally {
    await end();
  }
};

/** Proposes a recipe in a process of its own, as `readApart` reads. @throws {ImportError} as that does */
export const proposeApart: Proposer = async (benchmark, files, choices) => {
  if (hasReader(benchmark) || builtInRecipe(benchmark) !== null) return null;
  const { reply, end } = await apart({ benchmark, propose: choices }, files);
  await end();
  return "proposal" in reply ? reply.proposal : null;
};

/** The runs in result files. `close` removes their rows. */
export interface ReadResults {
  readonly runs: readonly ReadRun[];
  /** The predictions of a run, by its position, as NDJSON: `{"question":"…","response":"…","error":null,"confirmation":null}`. */
  rows(run: number): Iterable<Uint8Array>;
  close(): Promise<void>;
}

/** A release whose questions the rows of result files answer. */
export interface QuestionsToJoin {
  readonly benchmark: string;
  readonly questions: AsyncIterable<readonly JoinQuestion[]>;
}

/**
 * Has result files read and joined to questions in a process of its own, which may use as much as that of an import.
 * @throws {ImportError} for files that hold no results, or take more than the limits; `BAD_USER_INPUT` for rows that cannot
 * be used, with the report in its details
 */
export async function readResultsApart(
  { benchmark, questions }: QuestionsToJoin,
  files: readonly ImportFile[],
  results: ResultOptions,
): Promise<ReadResults> {
  requireResults(files);
  const { reply, folder, end } = await apart({ benchmark, results }, files, async (place) => {
    const lines = async function* () {
      for await (const piece of questions) yield piece.map((question) => `${JSON.stringify(question)}\n`).join("");
    };
    await writeFile(join(place, RELEASE_FILE), lines(), { mode: 0o600 });
  });
  const { runs = [] } = "runs" in reply ? reply : {};
  const rows = runs.map((_, run) => new DiskFile(rowsFile(run), join(folder, rowsFile(run))));
  return {
    runs,
    rows: (run) => (rows[run] === undefined ? [] : piecesFrom(rows[run], 0)),
    close: async () => {
      for (const file of rows) file.close();
      await end();
    },
  };
}

type Read = Extract<ReadingReply, { head: unknown } | { proposal: unknown } | { runs: unknown }>;

/** What a process of its own replied, and the folder with what it wrote, until `end` removes it. */
interface ReadApart {
  readonly reply: Read;
  readonly folder: string;
  end(): Promise<void>;
}

/** @param prepare writes further files for the process into its folder */
async function apart(
  order: Omit<ReadingOrder, "files" | "folder">,
  files: readonly ImportFile[],
  prepare: (folder: string) => Promise<void> = async () => {},
): Promise<ReadApart> {
  const bytes = files.reduce((sum, file) => sum + sourceOf(file).size, 0);
  const folder = await mkdtemp(temporaryPrefix("import"));
  const end = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    const paths = await Promise.all(files.map((file, index) => onDisk(file, join(folder, String(index)))));
    await prepare(folder);
    const reply = await readWithin(boundsFor(bytes), {
      ...{ ...order, folder },
      files: files.map(({ name }, index) => ({ name, path: paths[index] ?? "" })),
    });
    if ("problems" in reply) throw ImportError.of(reply.problems, reply.problemCount);
    if ("refused" in reply) throw badInput(reply.refused, reply.details);
    if ("failure" in reply) {
      const { failure, code } = reply;
      throw Object.assign(new Error(`the process that reads imports failed: ${failure}`), { code });
    }
    return { reply, folder, end };
  } catch (error) {
    await end();
    throw error;
  }
}

/** Reads as a command does, whose files are its user's own: in this process, unless one of them may be a recipe. */
export const readOwn: ContentReader = (benchmark, files, content) =>
  (files.some(isYaml) ? readApart : readHere)(benchmark, files, content);

const isYaml = ({ name }: Pick<ImportFile, "name">): boolean => /\.ya?ml(\.gz)?$/i.test(name);

function isText(file: ImportFile): boolean {
  const source = sourceOf(file);
  return TEXT.test(Buffer.from(source.read(0, Math.min(4, source.size))).toString("latin1"));
}

async function addAll(path: string, add: (line: string) => void): Promise<void> {
  const file = new DiskFile(path, path);
  const bursts = new Bursts();
  try {
    for (const line of linesIn(piecesFrom(file, 0))) {
      add(line);
      if (bursts.isOver()) await bursts.next();
    }
  } finally {
    file.close();
  }
}

async function onDisk(file: ImportFile, path: string): Promise<string> {
  if (file instanceof DiskFile) return file.path;
  await writeFile(path, file.bytes, { mode: 0o600 });
  return path;
}

/** What the process replies. @throws {ImportError} if it takes more than the bounds */
export async function readWithin({ heapMb, ...bounds }: ReadingBounds, order: ReadingOrder): Promise<ReadingReply> {
  const child = fork(PROGRAM, [String(process.pid)], {
    execArgv: [`--max-old-space-size=${heapMb}`],
    stdio: ["ignore", "ignore", "ignore", "ipc"],
    // No setting of the server is for it: neither its keys nor options of Node. What it unpacks goes with the folder.
    env: { TMPDIR: order.folder, TEMP: order.folder, TMP: order.folder },
    serialization: "advanced",
  });
  try {
    return await firstMessage<ReadingReply>(child, { ...order }, bounds);
  } catch (error) {
    if (!(error instanceof OutOfBounds)) throw error;
    const recipe = order.files.find(isYaml);
    throw new ImportError(
      "files",
      "files that can be read within the limits of the server",
      `files that take too much ${error.resource}${recipe === undefined ? "" : `; an expression of ${recipe.name} may be the cause`}`,
    );
  }
}
