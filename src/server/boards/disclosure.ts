import { ANONYMOUS, type Viewer } from "../../domain/viewer.ts";
import { gainOfBits } from "../../scoring/metrics/count-bits.ts";
import { mostBits } from "../../scoring/metrics/ladder.ts";
import { currentReleaseOf } from "../access/current-release.ts";
import { requireMaintainer } from "../access/maintainers.ts";
import { fetchTogether } from "../access/submission-quota-queries.ts";
import { fetchElsewhere, type QuestionsElsewhere } from "../benchmarks/shared-question-queries.ts";
import type { Database } from "../db/database.ts";
import { fetchViewedRelease } from "../memory/release-queries.ts";
import type { ServerMemory } from "../memory/server-memory.ts";
import { disclosedOf } from "./shown-runs.ts";

/** `Disclosure` of the schema. */
export interface Disclosure {
  readonly questions: number;
  readonly runs: number;
  readonly bits: number;
  readonly partBits: number;
  /** In percent. */
  readonly points: number;
  /** In percent; null without a quota of all owners together. */
  readonly mostPoints: number | null;
  readonly elsewhere: readonly QuestionsElsewhere[];
}

/**
 * What the shown scores of a benchmark's current release tell about its hidden answers; null if everyone sees the answers. It counts
 * all owners together: maintainers do not see who owns a run.
 * @param more the bits of scores that are about to be shown, too
 * @throws `UNAUTHENTICATED` or `FORBIDDEN` for everyone but administrators and maintainers; `NOT_FOUND` for an unknown benchmark
 */
export async function disclosureOf(
  database: Database,
  memory: ServerMemory,
  viewer: Viewer,
  benchmark: string,
  more = 0,
): Promise<Disclosure | null> {
  requireMaintainer(viewer, benchmark, "Reading what scores tell");
  const release = await currentReleaseOf(database, benchmark);
  if ((await fetchViewedRelease(database, release, ANONYMOUS)).answersVisible) return null;
  const { told, covered } = await disclosedOf(database, memory, release);
  const bits = told.bits + more;
  const pointsOf = (of: number): number => 100 * gainOfBits(of, covered.questions, covered.chance);
  const together = await fetchTogether(database, benchmark);
  return {
    questions: covered.questions,
    runs: told.runs,
    bits,
    partBits: told.parts + more,
    points: pointsOf(bits),
    mostPoints:
      together === undefined
        ? null
        : pointsOf(
            told.parts +
              more +
              Math.max(
                told.bits - told.parts,
                (Math.max(together.limit, together.used) + told.again) * mostBits(covered.questions),
              ),
          ),
    elsewhere: await fetchElsewhere(database, release, viewer),
  };
}
