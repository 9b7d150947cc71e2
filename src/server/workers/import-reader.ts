import { closeSync, openSync, writeFileSync, writeSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { OmnidexError } from "../../domain/errors.ts";
import type { ImportHead } from "../../domain/import-batch.ts";
import { ImportError, type ImportProblem } from "../../domain/import-error.ts";
import type { RecipeChoices, RecipeProposal } from "../../domain/recipe-proposal.ts";
import { endsWithParent } from "../../formats/files/bounded-process.ts";
import { ImportContent } from "./import-content.ts";
import { DiskFile } from "./line-spool.ts";
import { proposeHere } from "./propose-files.ts";
import { type ReadRun, type ResultOptions, readResultsHere } from "./result-reading.ts";
import { readHere } from "./unpacked-files.ts";

/*
 * The program of the process that reads the files of an import, or result files: see `read-apart.ts`. Its only message is an order, and it
 * ends with its reply.
 */

/** The files to read, and the folder for the records: `videos` and `questions`, each a line of JSON for each record. */
export interface ReadingOrder {
  readonly benchmark: string;
  readonly files: readonly { readonly name: string; readonly path: string }[];
  readonly folder: string;
  /** What the user has decided, if a recipe is to be proposed for the files. They are not read then. */
  readonly propose?: RecipeChoices;
  /** How to read them, if they are results of a run. The release's questions are in the folder then. */
  readonly results?: ResultOptions;
}

export type ReadingReply =
  | { readonly head: ImportHead }
  | { readonly proposal: RecipeProposal | null }
  | { readonly runs: readonly ReadRun[] }
  | { readonly problems: readonly ImportProblem[]; readonly problemCount: number }
  /** A choice for the proposed recipe that does not fit, or rows of a run that cannot be used. */
  | { readonly refused: string; readonly details: OmnidexError["details"] }
  /** Another error, with the code that Node gives it. */
  | { readonly failure: string; readonly code: unknown };

/** The messages of V8 about its limits. */
const TOO_LONG = /^(Maximum call stack size exceeded|Invalid (string|array) length)/;

/** In characters of JSON: hundreds of times what any benchmark has. */
const LONGEST_HEAD = 2 ** 23;

/** If memory runs short, Linux ends this process before any other. */
function volunteer(): void {
  try {
    writeFileSync("/proc/self/oom_score_adj", "1000");
  } catch {
    // Another system.
  }
}

async function carryOut({ benchmark, files, folder, propose, results }: ReadingOrder): Promise<ReadingReply> {
  const content = new ImportContent();
  const onDisk = files.map(({ name, path }) => new DiskFile(name, path));
  try {
    if (propose !== undefined) return { proposal: await proposeHere(benchmark, onDisk, propose) };
    if (results !== undefined) return { runs: await readResultsHere(benchmark, onDisk, folder, results) };
    const head = await readHere(benchmark, onDisk, content);
    requireShort(head);
    for (const [name, pieces] of Object.entries(content.bytes)) writeAll(join(folder, name), pieces);
    return { head };
  } catch (error) {
    if (error instanceof ImportError) return { problems: error.problems, problemCount: error.problemCount };
    if (error instanceof OmnidexError) return { refused: error.message, details: error.details };
    const { message, stack = message, code = null } = error as NodeJS.ErrnoException;
    // V8 has limits on the depth of calls, and on the lengths of texts and lists. The values of the files are beyond them.
    if (TOO_LONG.test(message) || code === "ERR_STRING_TOO_LONG") {
      const problem = new ImportError("files", "values that can be held in memory", message);
      return { problems: problem.problems, problemCount: 1 };
    }
    return { failure: stack, code };
  } finally {
    content.close();
  }
}

/** @throws {ImportError} for categories, tasks and oddities that the server would have to hold in memory */
function requireShort(head: ImportHead): void {
  const length = JSON.stringify(head).length;
  if (length <= LONGEST_HEAD) return;
  const expected = `categories, tasks and oddities of at most ${LONGEST_HEAD} characters together`;
  throw new ImportError("files", expected, `${length}`);
}

function writeAll(path: string, pieces: Iterable<Uint8Array>): void {
  const file = openSync(path, "wx", 0o600);
  try {
    for (const piece of pieces) for (let at = 0; at < piece.length; ) at += writeSync(file, piece, at);
  } finally {
    closeSync(file);
  }
}

const [server] = process.argv.slice(2);
new Worker(endsWithParent(Number(server)), { eval: true });
volunteer();
process.once("message", (order: ReadingOrder) => {
  void carryOut(order).then((reply) => process.send?.(reply, () => process.exit()));
});
