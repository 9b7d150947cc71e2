import type { ImportError, ImportProblem } from "../../domain/import-error.ts";
import { counted, plainText } from "../../domain/texts.ts";
import { complain, printJson } from "./printing.ts";

/** The problems of the files of an import. */
type Problems = Pick<ImportError, "problems" | "problemCount">;

/** The problems in an error of an import, local or from a server; null for any other error. */
function problemsInError(error: unknown): Problems | null {
  if (!(error instanceof Error && "details" in error)) return null;
  const { problems, problemCount } = (error.details ?? {}) as Partial<Problems>;
  return problems === undefined || problemCount === undefined ? null : { problems, problemCount };
}

/**
 * Imports, and lists the problems if the files have several: on stderr, or as JSON with `--json`.
 * @throws what `work` throws
 */
export async function withProblems<T>(json: boolean, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const found = problemsInError(error);
    if (found !== null && json) await printJson({ ok: false, ...found });
    else if (found !== null && found.problemCount > 1) complain(problemList(found));
    throw error;
  }
}

function problemList({ problems, problemCount }: Problems): string {
  const more = problemCount - problems.length;
  return [...problems.map(problemLine), ...(more > 0 ? [`… and ${counted(more, "more problem")}.`] : [])].join("\n");
}

/** "data.json: $[3].duration (video_4): Expected …, found …." */
const problemLine = ({ path, key, message }: ImportProblem): string =>
  plainText(`${path}${key === null ? "" : ` (${key})`}: ${message}`);
