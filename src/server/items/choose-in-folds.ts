import { OmnidexError } from "../../domain/errors.ts";
import type { RepresentativeSubset } from "../../domain/representative-subset.ts";
import { type SubsetOptions, subsetFolds } from "../../scoring/items/choose-subset.ts";
import type { Estimates } from "../../scoring/items/subset-errors.ts";
import type { ItemAnalysis } from "./item-analysis.ts";

/** After how many seconds a caller should ask again. */
const RETRY_AFTER = 2;
const BYTES_OF_QUESTION = 100;
const BYTES_OF_SUBSET = 5_000;
/** A left-out run has an estimate from each method, and five from each of the three that draw at random. */
const BYTES_OF_LEFT_OUT = 18 * 24;

/** How many of the steps of a choice are done. */
interface Progress {
  done: number;
  readonly of: number;
}

/** By the promise of the choice, which all requests for the same choice wait for. */
const progresses = new WeakMap<Promise<RepresentativeSubset>, Progress>();

/**
 * Chooses a subset, fold by fold: other computations take their turns between the folds. The choice continues and is
 * cached if the caller no longer waits for it.
 * @param name identifies the options
 * @param waitMs how long to wait, in milliseconds
 * @throws `UNAVAILABLE` with `progress` and `retryAfter` if the choice takes longer
 */
export function chooseInFolds(
  analysis: ItemAnalysis,
  name: string,
  options: SubsetOptions,
  waitMs: number,
): Promise<RepresentativeSubset> {
  const { matrix } = analysis;
  const families = Int32Array.from(matrix.runs, ({ family }) => family);
  const folds = subsetFolds({ questions: matrix.questions, runs: matrix.runs.length, families });
  const progress: Progress = { done: 0, of: folds.length + 1 };
  const choice = analysis.stage({
    kind: "subset",
    name,
    input: async () => {
      const estimates: Estimates[] = [];
      for (const fold of folds) {
        const bytes = BYTES_OF_SUBSET + BYTES_OF_LEFT_OUT * fold.runs.length;
        const stage = { name: `${name}:${fold.by}:${fold.fold}`, input: () => ({ matrix, options, fold }), bytes };
        estimates.push(await analysis.stage({ kind: "subsetFold", ...stage }));
        progress.done += 1;
      }
      return { matrix, options, folds, estimates };
    },
    bytes: BYTES_OF_SUBSET + BYTES_OF_QUESTION * options.size,
  });
  const shared = progresses.get(choice) ?? progress;
  progresses.set(choice, shared);
  return within(waitMs, choice, shared);
}

async function within<T>(waitMs: number, work: Promise<T>, progress: Progress): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(stillChoosing(progress)), waitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

function stillChoosing({ done, of }: Progress): OmnidexError {
  const message = `The subset is being chosen: ${done} of ${of} steps are done. Send the same request again in ${RETRY_AFTER} s.`;
  return new OmnidexError("UNAVAILABLE", message, { retryAfter: RETRY_AFTER, progress: done / of });
}
