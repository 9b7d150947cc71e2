import { badInput, OmnidexError } from "../../domain/errors.ts";
import type { Viewer } from "../../domain/viewer.ts";
import type { Database, Queryable } from "../db/database.ts";
import { missingBenchmark } from "../memory/missing-benchmark.ts";
import { fetchCurrentRelease } from "../memory/release-queries.ts";
import { deleteMaintainer, fetchMaintainers, insertMaintainer } from "./maintainer-queries.ts";
import { requireAdmin, requireOwner } from "./require-admin.ts";

/** `MaintainerInput` of the schema. */
export interface MaintainerInput {
  /** The benchmark's slug. */
  readonly benchmark: string;
  /** The owner of API keys. */
  readonly owner: string;
}

/** The maintainers of a benchmark after a change, in alphabetical order. */
export interface Maintainers {
  readonly benchmark: string;
  readonly maintainers: readonly string[];
}

/**
 * Makes an owner a maintainer of a benchmark. Repeating it changes nothing.
 * @throws `UNAUTHENTICATED` or `FORBIDDEN` for everyone but administrators; `NOT_FOUND` for an unknown benchmark
 */
export async function addMaintainer(database: Database, viewer: Viewer, input: MaintainerInput): Promise<Maintainers> {
  requireAdmin(viewer, "Adding maintainers");
  const owner = ownerOf(input);
  await database.transaction(async (tx) => {
    // Thrown within the transaction, so that nothing is committed and the audit log records no change.
    if (!(await insertMaintainer(tx, input.benchmark, owner))) throw await missingBenchmark(tx, input.benchmark);
  });
  return maintainersOf(database, input.benchmark);
}

/**
 * Removes a maintainer of a benchmark. Repeating it changes nothing.
 * @throws `UNAUTHENTICATED` or `FORBIDDEN` for everyone but administrators; `NOT_FOUND` for an unknown benchmark
 */
export async function removeMaintainer(
  database: Database,
  viewer: Viewer,
  input: MaintainerInput,
): Promise<Maintainers> {
  requireAdmin(viewer, "Removing maintainers");
  const owner = ownerOf(input);
  if ((await fetchCurrentRelease(database, input.benchmark)) === undefined)
    throw await missingBenchmark(database, input.benchmark);
  await database.transaction((tx) => deleteMaintainer(tx, input.benchmark, owner));
  return maintainersOf(database, input.benchmark);
}

/**
 * Refuses everyone but administrators and the maintainers of a benchmark.
 * @param what the subject of the error's sentence: `Correcting answers`
 * @throws `UNAUTHENTICATED` for a viewer without a key; `FORBIDDEN` for any other refused viewer
 */
export function requireMaintainer(viewer: Viewer, benchmark: string, what: string): void {
  requireOwner(viewer);
  if (viewer.admin || viewer.maintains?.includes(benchmark)) return;
  throw new OmnidexError(
    "FORBIDDEN",
    `${what} needs the key of an administrator, or of a maintainer of '${benchmark}'.`,
  );
}

/**
 * The maintainers of a benchmark, in alphabetical order.
 * @throws `UNAUTHENTICATED` or `FORBIDDEN` for everyone but administrators and maintainers
 */
export async function listMaintainers(
  database: Queryable,
  viewer: Viewer,
  benchmark: string,
): Promise<readonly string[]> {
  requireMaintainer(viewer, benchmark, "Listing maintainers");
  return fetchMaintainers(database, benchmark);
}

async function maintainersOf(database: Queryable, benchmark: string): Promise<Maintainers> {
  return { benchmark, maintainers: await fetchMaintainers(database, benchmark) };
}

function ownerOf({ owner }: MaintainerInput): string {
  const trimmed = owner.trim();
  if (trimmed === "" || trimmed.length > 200) throw badInput("'owner' must have 1 to 200 characters.");
  return trimmed;
}
