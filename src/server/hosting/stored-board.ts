import type { FinalBoard } from "../../domain/final-board.ts";
import { readInstant } from "../../domain/instant.ts";
import { fetchFinalBoard, fetchNamings } from "../benchmarks/final-board-queries.ts";
import type { Queryable } from "../db/database.ts";

/**
 * A benchmark's final board, as everyone may see it: without the private part until the private board opens. Null until
 * it is stored.
 * @throws `BAD_USER_INPUT` for a closing date that is not an instant
 */
export async function finalBoard(
  database: Queryable,
  { benchmark, closedAt }: { readonly benchmark: string; readonly closedAt?: unknown },
): Promise<FinalBoard | null> {
  const found = await fetchFinalBoard(database, benchmark, closedAt == null ? null : readInstant("closedAt", closedAt));
  if (found === undefined) return null;
  const { board, version, contentHash, privateIsOpen } = found;
  const { entries, privateEntries, questions, leftOut } = board;
  const slugs = [...entries, ...(privateEntries ?? [])].map(({ modelSlug }) => modelSlug);
  const names = await fetchNamings(database, [...new Set(slugs)]);
  return {
    benchmark: found.benchmark,
    version,
    contentHash,
    closedAt: found.closedAt.toISOString(),
    sealedAt: found.sealedAt.toISOString(),
    entries,
    privateEntries: privateIsOpen ? privateEntries : null,
    questions,
    leftOut,
    names: names.flatMap(({ namedAt, ...name }) =>
      namedAt === null ? [] : [{ ...name, namedAt: namedAt.toISOString() }],
    ),
  };
}
