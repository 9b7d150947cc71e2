import DataLoader from "dataloader";
import { LRUCache } from "lru-cache";
import { RUN_RANGES } from "../../domain/run-filter.ts";
import type { NumberRange } from "../../domain/slice/question-filter.ts";
import type { Viewer } from "../../domain/viewer.ts";
import { boundsOf, isPublished, type RunConditions, withStatuses } from "../conditions/run-conditions.ts";
import type { Database } from "../db/database.ts";
import { refuseNul } from "../db/statement.ts";
import { HOLDS } from "./evaluate-slice.ts";
import { type DirectoryRun, fetchFilteredRuns, fetchRunDirectory, type VisibleRun } from "./run-queries.ts";
import { VersionedCache } from "./versioned-cache.ts";

const MOST_BYTES = 48_000_000;
/**
 * The approximate memory of a run, including its entries in lists, in bytes. Texts that many runs share, such as a
 * prompt, are stored once.
 */
const BYTES_OF_RUN = 440;
/** The limit for the total length of the cached lists, as a multiple of the number of runs. */
const MOST_LISTS = 4;
/** The longest cache key. A longer filter, with hundreds of models, is unlikely to be repeated. */
const LONGEST_NAME = 1_000;

export interface ReleaseRuns {
  /** Sorted by model name, then by run number. */
  readonly runs: readonly DirectoryRun[];
  /** Lists of these runs, by viewer and filter. The same viewer and filter get the same array object. */
  readonly lists: LRUCache<string, readonly VisibleRun[]>;
}

/** Caches the runs of each release for one version of the data. */
export class RunDirectory {
  readonly #releases: VersionedCache<ReleaseRuns>;
  /** Loads the releases that are not cached. Releases that are requested together are read with one statement. */
  readonly #missing: DataLoader<number, readonly DirectoryRun[]>;

  constructor(
    private readonly database: Database,
    mostBytes = MOST_BYTES,
  ) {
    this.#releases = new VersionedCache(database.versions, mostBytes, ({ runs }) => runs.length * BYTES_OF_RUN);
    this.#missing = new DataLoader(
      async (releases) => {
        const found = new Map(releases.map((release) => [release, [] as DirectoryRun[]]));
        for (const run of await fetchRunDirectory(this.database, releases)) found.get(run.release)?.push(run);
        return releases.map((release) => found.get(release) ?? []);
      },
      { cache: false },
    );
  }

  /**
   * The runs of a release that match the filter and that the viewer may see, sorted by model name, then by run number.
   * While the version of the data is not known, the database is queried instead.
   */
  async filtered(viewer: Viewer, filter: RunConditions, release: number): Promise<readonly VisibleRun[]> {
    if (this.database.versions.current() === null)
      return (await fetchFilteredRuns(this.database, viewer, filter, release)).sort(byModel);
    const { runs, lists } = await this.#releases.get(String(release), () => this.#read(release));
    const name = JSON.stringify([viewer.admin, viewer.owner, filter]);
    const known = lists.get(name);
    if (known !== undefined) return known;
    const [visible, admitted] = [isVisibleTo(viewer), isAdmitted(filter, viewer)];
    const list = runs.filter((run) => visible(run) && admitted(run));
    if (name.length <= LONGEST_NAME) lists.set(name, list);
    return list;
  }

  async #read(release: number): Promise<ReleaseRuns> {
    const texts = new Map<string, unknown>();
    /** Returns the same object for all equal values. */
    const shared = <T>(value: T): T => {
      const name = JSON.stringify(value);
      if (!texts.has(name)) texts.set(name, value);
      return texts.get(name) as T;
    };
    const found = (await this.#missing.load(release)).map((run) => ({
      ...run,
      benchmark: shared(run.benchmark),
      answerAccess: shared(run.answerAccess),
      modelName: shared(run.modelName),
      modelSlug: shared(run.modelSlug),
      inputs: shared(run.inputs),
      prompt: shared(run.prompt),
      protocol: shared(run.protocol),
      confirmations: shared(run.confirmations),
      visibility: shared(run.visibility),
      status: shared(run.status),
      owner: shared(run.owner),
      organization: shared(run.organization),
    }));
    const lists = new LRUCache<string, readonly VisibleRun[]>({
      maxSize: MOST_LISTS * (found.length + 1),
      // The size includes the name, because a name takes more memory than an empty list.
      sizeCalculation: (list, name) => list.length + Math.ceil(name.length / 8),
    });
    return { runs: found.sort(byModel), lists };
  }
}

export const byModel = (a: VisibleRun, b: VisibleRun): number =>
  a.modelName === b.modelName ? a.run - b.run : a.modelName < b.modelName ? -1 : 1;

type Test = (run: DirectoryRun) => boolean;

/** `runVisibleTo` as a test in memory. */
export function isVisibleTo({ owner, admin }: Viewer): Test {
  if (admin) return () => true;
  return owner === null ? isPublished : (run) => isPublished(run) || run.owner === owner;
}

/**
 * `runFilterCondition` as a test in memory.
 * @throws `BAD_USER_INPUT` for a text with a NUL character, as the database would
 */
export const isAdmitted = (filter: RunConditions, viewer: Viewer): Test => admits(withStatuses(filter), viewer);

function admits(filter: RunConditions, viewer: Viewer): Test {
  const { benchmarks, models, releaseKeys, inputs, seeds, prompts, openEnded, confirmations, partial, visibility } =
    filter;
  refuseNul([benchmarks, models, prompts, filter.harnesses, filter.organizations]);
  const isIn = <T>(values: readonly T[] | null | undefined, valueAt: (run: DirectoryRun) => T | null): Test[] => {
    if (values == null) return [];
    const wanted = new Set(values);
    return [(run) => wanted.has(valueAt(run) as T)];
  };
  const tests: readonly Test[] = [
    ...isIn(filter.statuses, ({ status }) => status),
    ...isIn(benchmarks, ({ benchmark }) => benchmark),
    ...isIn(models, ({ modelSlug }) => modelSlug),
    ...isIn(releaseKeys, ({ release }) => release),
    ...isIn(seeds, ({ seed }) => seed),
    ...isIn(prompts, ({ prompt }) => prompt),
    ...isIn(filter.harnesses, ({ protocol }) => protocol?.harness ?? null),
    ...isIn(filter.audio == null ? null : [filter.audio], ({ inputs: own }) => own.includes("AUDIO")),
    ...isIn(filter.subtitles == null ? null : [filter.subtitles], ({ inputs: own }) => own.includes("SUBTITLES")),
    ...isIn(openEnded == null ? null : [openEnded], (run) => run.openEnded),
    ...isIn(confirmations == null ? null : [confirmations], (run) => run.confirmations),
    ...isIn(partial == null ? null : [partial], (run) => run.partial),
    ...isIn(visibility == null ? null : [visibility], (run) => run.visibility),
    ...(inputs == null ? [] : [haveInputs(inputs)]),
    ...isIn(filter.organizations, ({ organization }) => organization),
    ...RUN_RANGES.flatMap((name) => isWithin(filter[name], (run) => run[name])),
    ...isWithin(filter.createdAt, (run) => run.createdAt),
    ...(filter.mine == null ? [] : [isOwned(filter.mine, viewer)]),
    ...nestedTests(filter, viewer),
  ];
  return (run) => {
    for (const test of tests) if (!test(run)) return false;
    return true;
  };
}

function isWithin(range: NumberRange | null | undefined, valueAt: (run: DirectoryRun) => number | null): Test[] {
  return boundsOf(range).map(([bound, limit]) => {
    const holds = HOLDS[bound];
    return (run) => holds(valueAt(run) ?? Number.NaN, limit);
  });
}

const isOwned =
  (mine: boolean, { owner }: Viewer): Test =>
  (run) =>
    (owner !== null && run.owner === owner) === mine;

function nestedTests({ and, or, not }: RunConditions, viewer: Viewer): Test[] {
  const any = or?.map((part) => admits(part, viewer));
  const none = not == null ? null : admits(not, viewer);
  return [
    ...(and ?? []).map((part) => admits(part, viewer)),
    ...(any === undefined ? [] : [(run: DirectoryRun) => any.some((test) => test(run))]),
    ...(none === null ? [] : [(run: DirectoryRun) => !none(run)]),
  ];
}

/** Whether a run has exactly these inputs, in any order. */
function haveInputs(inputs: readonly string[]): Test {
  const wanted = new Set(inputs);
  return ({ inputs: own }) => {
    const had: ReadonlySet<string> = new Set(own);
    return own.every((input) => wanted.has(input)) && inputs.every((input) => had.has(input));
  };
}
