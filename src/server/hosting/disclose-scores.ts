import { badInput, notFound, OmnidexError } from "../../domain/errors.ts";
import { encodeNodeId, requireNodeKey } from "../../domain/node-id.ts";
import type { Viewer } from "../../domain/viewer.ts";
import type { Dimension } from "../../domain/vocabulary.ts";
import { currentReleaseOf, lockCurrentRelease } from "../access/current-release.ts";
import { requireMaintainer } from "../access/maintainers.ts";
import { discloseOfRun, disclosePrivate, fetchOpening } from "../benchmarks/challenge-queries.ts";
import { boardSplitOf } from "../boards/board-parts.ts";
import { bitsOfParts, disclosedParts, isAmong } from "../boards/disclosed-parts.ts";
import { type Disclosure, disclosureOf } from "../boards/disclosure.ts";
import { disclosedOf } from "../boards/shown-runs.ts";
import { fetchClosed } from "../conditions/answer-visibility.ts";
import { FEWEST_DISCLOSED } from "../conditions/answers-hidden.ts";
import type { Database } from "../db/database.ts";
import { fetchVisibleRuns } from "../memory/run-queries.ts";
import type { ServerMemory } from "../memory/server-memory.ts";
import { withoutPrivateBoard } from "./split-leaderboard.ts";

/** `DiscloseScoresInput` of the schema. */
export interface DiscloseInput {
  readonly benchmark: string;
  readonly run?: string | null | undefined;
  readonly by?: readonly Dimension[] | null | undefined;
  readonly dryRun?: boolean | undefined;
}

/** `DiscloseScoresPayload` of the schema. */
interface DisclosedScores {
  readonly scores: number | null;
  readonly bits: number | null;
  readonly disclosure: Disclosure;
}

/**
 * Shows a run's scores by dimensions before the challenge has closed, or scores over slices of the private part after it.
 * @throws `UNAUTHENTICATED` or `FORBIDDEN` for everyone but administrators and maintainers; `NOT_FOUND` for an unknown benchmark, a run
 *   that the viewer may not see, or without a private board; `BAD_USER_INPUT` for a run without dimensions or over another release, and
 *   for dimensions without a run or without a group that is large enough; `CONFLICT` if the release shows its answers, if the run shows
 *   no score of its own, if the challenge over a run has closed, and before the private part can be shown
 */
export async function discloseScores(
  database: Database,
  memory: ServerMemory,
  viewer: Viewer,
  { benchmark, run, by, dryRun = false }: DiscloseInput,
): Promise<DisclosedScores> {
  requireMaintainer(viewer, benchmark, "Showing more scores");
  const dimensions = [...new Set(by ?? [])];
  if (run != null && dimensions.length === 0)
    throw badInput("'by' must name a dimension by which the run's scores are shown.");
  if (run == null && dimensions.length > 0)
    throw badInput("'by' is for a run: give 'run', or leave 'by' out to show scores over the private part.");
  const release = await currentReleaseOf(database, benchmark);
  const before = await disclosureOf(database, memory, viewer, benchmark);
  if (before === null)
    throw new OmnidexError(
      "CONFLICT",
      `The current release of '${benchmark}' shows its answers, so all scores are shown.`,
    );
  if (run != null) {
    const key = requireNodeKey("Run", run, "run");
    return discloseRun(database, memory, viewer, { benchmark, release, run: key, dimensions, dryRun });
  }
  const isClosed = await fetchClosed(database, release);
  const opening = await fetchOpening(database, release);
  if (opening === undefined) throw withoutPrivateBoard(benchmark);
  if (!isClosed || !opening.isOpen) throw privateTooEarly(benchmark, isClosed);
  // Each read checks again that the challenge is closed and the board is open.
  if (!dryRun) await database.transaction((tx) => disclosePrivate(tx, release));
  return { scores: null, bits: null, disclosure: before };
}

/** The error for a private part whose scores over slices cannot be shown yet. */
const privateTooEarly = (benchmark: string, isClosed: boolean): OmnidexError =>
  new OmnidexError(
    "CONFLICT",
    `The private part of '${benchmark}' tells nothing yet, because ${isClosed ? "its board is not open" : "the challenge has not closed"}: its scores over slices can be shown once the challenge has closed and the private board is open.`,
  );

interface RunDisclosure {
  readonly benchmark: string;
  readonly release: number;
  readonly run: number;
  readonly dimensions: readonly Dimension[];
  readonly dryRun: boolean;
}

async function discloseRun(
  database: Database,
  memory: ServerMemory,
  viewer: Viewer,
  { benchmark, release, run, dimensions, dryRun }: RunDisclosure,
): Promise<DisclosedScores> {
  const name = encodeNodeId("Run", run);
  const [found] = await fetchVisibleRuns(database, viewer, [run]);
  if (found === undefined) throw notFound("run", name);
  if (found.release !== release)
    throw badInput(`'run': the run '${name}' is not over the current release of '${benchmark}'.`);
  const { own, scorings = 1 } =
    (await disclosedOf(database, memory, release)).shown.find(([shown]) => shown === run)?.[1] ?? {};
  if (own === undefined || own === "INCOMPLETE" || own.run !== run)
    throw new OmnidexError(
      "CONFLICT",
      `The run '${name}' shows no score of its own, because it is not complete or did not beat an earlier run of its owner: no part of it can be shown.`,
    );
  if (await fetchClosed(database, release))
    throw new OmnidexError(
      "CONFLICT",
      `The challenge of '${benchmark}' has closed: every run that shows a score of its own shows scores over slices, too.`,
    );
  const split = await boardSplitOf(database, memory, release);
  const partsBy = (by: readonly Dimension[]) => disclosedParts(memory, release, split, by);
  for (const dimension of dimensions)
    if ((await partsBy([dimension])).length === 0)
      throw badInput(
        `'by': no group of ${dimension} has ${FEWEST_DISCLOSED} questions on each board and less than all questions.`,
      );
  const shown = await partsBy(own.disclosed);
  const parts = (await partsBy([...new Set([...own.disclosed, ...dimensions])])).filter(
    (part) => !isAmong(part, shown),
  );
  // As `disclosedOf` counts them.
  const bits = scorings * bitsOfParts(parts, split);
  const disclosure = await disclosureOf(database, memory, viewer, benchmark, bits);
  if (disclosure === null) throw new Error(`release ${release} hides no answers`);
  if (!dryRun && parts.length > 0)
    await database.transaction(async (tx) => {
      await lockCurrentRelease(tx, benchmark, release);
      await discloseOfRun(tx, run, dimensions);
    });
  return { scores: parts.length, bits, disclosure };
}
