import { OmnidexError } from "../../domain/errors.ts";
import type { Viewer } from "../../domain/viewer.ts";
import type { RunAggregates } from "../boards/run-aggregates.ts";
import type { RunConditions } from "../conditions/run-conditions.ts";
import type { Database } from "../db/database.ts";
import { byModel } from "../memory/run-directory.ts";
import { fetchFilteredRuns } from "../memory/run-queries.ts";
import type { KeyOfScorings, ReleaseScorings } from "./answer-queries.ts";
import { type CountedInputs, countedRuns, type RunSelection } from "./counted-runs.ts";

/** What is analysed: the runs of a release that match the filter `runs` and that the viewer may see. */
export interface ItemRequest {
  readonly release: number;
  readonly runs: RunConditions;
  /**
   * Which runs of each model are counted: `FULLEST` for suspected answer keys, 2PL models, representative subsets and
   * comparison plans, `ALL` for other figures. The default is `ALL`.
   */
  readonly inputs?: CountedInputs;
}

/** The runs of an analysis under their latest scorings, and the revision of the answer key at the same moment. */
export interface SelectedRuns extends RunSelection {
  readonly keyRevision: number;
}

/** Reads the state of a release's answer key and scorings. Simultaneous reads of a request share one statement. */
export type KeyLoader = (wanted: ReleaseScorings) => Promise<KeyOfScorings>;

/** How often the runs are read again if one of them is rescored meanwhile. */
const ATTEMPTS = 4;

/**
 * The runs that an analysis counts. Runs in memory may lag behind a correction of the answer key by a moment. One
 * statement therefore reads the key's revision and checks that the scoring of each run is its latest.
 * @throws `UNAVAILABLE` if the runs are rescored all the time
 */
export async function selectRuns(
  database: Database,
  { memory }: RunAggregates,
  viewer: Viewer,
  { release, runs: conditions, inputs = "ALL" }: ItemRequest,
  keyOf: KeyLoader,
): Promise<SelectedRuns> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const runs =
      attempt === 0
        ? await memory.directory.filtered(viewer, conditions, release)
        : (await fetchFilteredRuns(database, viewer, conditions, release)).sort(byModel);
    const selection = countedRuns(runs, inputs);
    const { keyRevision, areLatest } = await keyOf({ release, scorings: selection.runs });
    if (areLatest) return { ...selection, keyRevision };
  }
  throw new OmnidexError("UNAVAILABLE", "The runs are being rescored. Try again in a moment.");
}
