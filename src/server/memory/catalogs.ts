import { Bitset } from "../../domain/bitset.ts";
import type { Slice } from "../../domain/slice/question-slice.ts";
import type { Dimension } from "../../domain/vocabulary.ts";
import { SliceQuestions } from "../../scoring/metrics/slice-questions.ts";
import type { Database } from "../db/database.ts";
import { refuseNul } from "../db/statement.ts";
import { CountedCache } from "../telemetry/counted-cache.ts";
import { type CurrentRelease, fetchCatalogs, fetchCurrentReleases, fetchTextMatches } from "./catalog-queries.ts";
import {
  combineMasks,
  conditionMask,
  reviewMask,
  snapshotMask,
  snapshotsIn,
  type TextCondition,
  textConditions,
} from "./evaluate-slice.ts";
import type { SlicedRelease } from "./facets.ts";
import { type Group, groupQuestions } from "./groups.ts";
import { emptyCatalog, readCatalog } from "./read-catalog.ts";
import type { ReleaseCatalog } from "./release-catalog.ts";
import {
  type AmbiguousByRelease,
  NO_REVIEWS,
  ReviewMemory,
  SnapshotMemory,
  type SnapshotStatistics,
  sliceName,
} from "./review-memory.ts";
import { VersionedCache } from "./versioned-cache.ts";

/** The memory limits of the caches, in bytes. */
interface CatalogBudget {
  readonly catalogs: number;
  /** The bitsets of questions that match a condition or a slice. */
  readonly masks: number;
  /** The questions of slices, in the form that the statistics need. */
  readonly slices: number;
  readonly groups: number;
  /** The statistics of item snapshots. */
  readonly snapshots: number;
}

const BUDGET: CatalogBudget = {
  catalogs: 48_000_000,
  masks: 8_000_000,
  slices: 12_000_000,
  groups: 12_000_000,
  snapshots: 8_000_000,
};

/** The approximate memory of one question in a slice, and of one JavaScript object, in bytes. */
const BYTES_OF_MEMBER = 40;
const BYTES_OF_OBJECT = 500;

const bytesOfSlice = ({ count }: SliceQuestions): number => BYTES_OF_OBJECT + count * BYTES_OF_MEMBER;

/**
 * Caches releases and their slices. A release never changes, and the cache key of a slice that depends on key reviews
 * includes those reviews. The caches therefore cannot become stale on any server. Their size is bounded.
 */
export class Catalogs {
  readonly #catalogs: CountedCache<number, ReleaseCatalog>;
  readonly #loading = new Map<number, Promise<ReleaseCatalog>>();
  readonly #masks: CountedCache<string, Bitset>;
  readonly #slices: CountedCache<string, SliceQuestions>;
  readonly #groups: CountedCache<string, readonly Group[]>;
  readonly snapshots: SnapshotMemory;
  readonly reviews: ReviewMemory;
  readonly #current: VersionedCache<readonly CurrentRelease[]>;

  constructor(
    private readonly database: Database,
    budget: CatalogBudget = BUDGET,
  ) {
    this.snapshots = new SnapshotMemory(database, budget.snapshots);
    this.reviews = new ReviewMemory(database);
    this.#catalogs = new CountedCache("catalogs", {
      maxSize: budget.catalogs,
      sizeCalculation: ({ bytes }) => bytes + 1,
    });
    this.#masks = new CountedCache("slices", {
      maxSize: budget.masks,
      sizeCalculation: ({ bytes }) => bytes.length + 200,
    });
    this.#slices = new CountedCache("slice-statistics", { maxSize: budget.slices, sizeCalculation: bytesOfSlice });
    this.#groups = new CountedCache("group-statistics", {
      maxSize: budget.groups,
      sizeCalculation: (groups) => groups.reduce((sum, { questions }) => sum + bytesOfSlice(questions), 1),
    });
    this.#current = new VersionedCache(database.versions, 1_000_000, (releases) => releases.length * BYTES_OF_OBJECT);
  }

  /** The catalog of a release; an empty catalog if there is no such release. */
  async of(release: number): Promise<ReleaseCatalog> {
    return (await this.all([release])).get(release) ?? emptyCatalog(release);
  }

  /** The catalogs of the releases. Catalogs that are not cached are read with one statement. */
  async all(releases: readonly number[]): Promise<ReadonlyMap<number, ReleaseCatalog>> {
    const unknown = [...new Set(releases)].filter((id) => !this.#catalogs.has(id) && !this.#loading.has(id));
    if (unknown.length > 0) {
      const loading = this.#load(unknown);
      for (const release of unknown) {
        const one = loading.then((found) => found.get(release) ?? emptyCatalog(release));
        this.#loading.set(
          release,
          one.finally(() => this.#loading.delete(release)),
        );
      }
    }
    const found = releases.map(
      async (release) => [release, this.#catalogs.get(release) ?? (await this.#loading.get(release))] as const,
    );
    return new Map((await Promise.all(found)).flatMap(([release, one]) => (one === undefined ? [] : [[release, one]])));
  }

  async #load(releases: readonly number[]): Promise<ReadonlyMap<number, ReleaseCatalog>> {
    const rows = await fetchCatalogs(this.database, releases);
    const found = new Map(rows.map((row) => [row.release, readCatalog(row)]));
    for (const [release, catalog] of found) this.#catalogs.set(release, catalog);
    return found;
  }

  /** The current release of each benchmark, cached for one version of the data. */
  currentReleases(): Promise<readonly CurrentRelease[]> {
    return this.#current.get("", () => fetchCurrentReleases(this.database));
  }

  /** The questions of a release that a slice matches. */
  async evaluateSlice(catalog: ReleaseCatalog, slice: Slice): Promise<Bitset> {
    const [mask] = await this.evaluateAll([catalog], slice);
    return mask ?? Bitset.empty(catalog.count);
  }

  /**
   * Evaluates a slice in several releases. The database evaluates the full-text conditions: one statement reads the
   * matches that are not cached. Another statement reads the item snapshots that are not cached.
   * @throws `BAD_USER_INPUT` for a text with a NUL character, as in the database; `NOT_FOUND` for an unknown snapshot
   */
  async evaluateAll(catalogs: readonly ReleaseCatalog[], slice: Slice): Promise<readonly Bitset[]> {
    return this.#evaluate(catalogs, slice, await this.reviews.followedBy(slice));
  }

  async #evaluate(
    catalogs: readonly ReleaseCatalog[],
    slice: Slice,
    reviews: AmbiguousByRelease,
  ): Promise<readonly Bitset[]> {
    // Cached masks are read before new masks are added, because adding might evict them.
    const known = catalogs.flatMap((catalog) => this.#masks.get(sliceName(catalog, slice, reviews)) ?? []);
    if (known.length === catalogs.length) return known;
    refuseNul(textsOf(slice));
    const read = {
      texts: await this.#matches(catalogs, textConditions(slice)),
      snapshots: await this.snapshots.all(snapshotsIn(slice)),
      reviews,
    };
    return catalogs.map((catalog) => this.#mask(catalog, slice, reviews, () => this.#combined(catalog, slice, read)));
  }

  /** The slice's questions in the form that the statistics need. */
  async questionsOf(catalog: ReleaseCatalog, slice: Slice): Promise<SliceQuestions> {
    return this.#questionsOf(catalog, slice, await this.reviews.followedBy(slice));
  }

  async #questionsOf(catalog: ReleaseCatalog, slice: Slice, reviews: AmbiguousByRelease): Promise<SliceQuestions> {
    const name = sliceName(catalog, slice, reviews);
    const known = this.#slices.get(name);
    if (known !== undefined) return known;
    const [mask = Bitset.empty(catalog.count)] = await this.#evaluate([catalog], slice, reviews);
    const questions = SliceQuestions.of(mask, catalog.questions);
    this.#slices.set(name, questions);
    return questions;
  }

  /**
   * The slice's questions in each of the releases. Sends at most one statement for releases that are not cached, and
   * one for full-text conditions.
   */
  async questionsIn(releases: readonly number[], slice: Slice): Promise<ReadonlyMap<number, SliceQuestions>> {
    const reviews = await this.reviews.followedBy(slice);
    const catalogs = [...(await this.all(releases)).values()];
    await this.#evaluate(catalogs, slice, reviews);
    const questions = await Promise.all(catalogs.map((catalog) => this.#questionsOf(catalog, slice, reviews)));
    return new Map(catalogs.map(({ release }, index) => [release, questions[index] as SliceQuestions]));
  }

  /**
   * The slice's questions, grouped by the values of a dimension, or by combinations of the values of several
   * dimensions.
   */
  async groupsOf(catalog: ReleaseCatalog, slice: Slice, by: readonly Dimension[]): Promise<readonly Group[]> {
    const reviews = await this.reviews.followedBy(slice);
    const name = `${sliceName(catalog, slice, reviews)}:${by.join()}`;
    const known = this.#groups.get(name);
    if (known !== undefined) return known;
    const groups = groupQuestions(catalog, await this.#questionsOf(catalog, slice, reviews), by);
    this.#groups.set(name, groups);
    return groups;
  }

  /** The questions of a slice in the current release of each benchmark, for `countFacets`. */
  async sliced(slice: Slice): Promise<readonly SlicedRelease[]> {
    const current = await this.currentReleases();
    const catalogs = [...(await this.all(current.map(({ release }) => release))).values()];
    const masks = await this.evaluateAll(catalogs, slice);
    return catalogs.map((catalog, index) => ({ catalog, mask: masks[index] ?? Bitset.empty(catalog.count) }));
  }

  #combined(catalog: ReleaseCatalog, slice: Slice, { texts, snapshots, reviews }: ReadConditions): Bitset {
    return combineMasks(slice, catalog.count, (condition) => {
      if (condition.kind === "text")
        return texts.get(sliceName(catalog, condition, reviews)) ?? Bitset.empty(catalog.count);
      return this.#mask(catalog, condition, reviews, () => {
        if (condition.kind === "keyAmbiguous") return reviewMask(catalog, condition, reviews.get(catalog.release));
        if (condition.kind !== "statistic") return conditionMask(catalog, condition);
        return snapshotMask(catalog, condition, snapshots.get(condition.snapshot) as SnapshotStatistics);
      });
    });
  }

  #mask(catalog: ReleaseCatalog, slice: Slice, reviews: AmbiguousByRelease, make: () => Bitset): Bitset {
    const name = sliceName(catalog, slice, reviews);
    const mask = this.#masks.get(name) ?? make();
    this.#masks.set(name, mask);
    return mask;
  }

  /** The questions that match each text condition, by the condition's cache key. */
  async #matches(
    catalogs: readonly ReleaseCatalog[],
    conditions: readonly TextCondition[],
  ): Promise<ReadonlyMap<string, Bitset>> {
    const wanted = catalogs.flatMap((catalog) => conditions.map((condition) => ({ catalog, condition })));
    const found = new Map<string, Bitset>();
    const unknown = wanted.filter(({ catalog, condition }) => {
      const name = sliceName(catalog, condition, NO_REVIEWS);
      const known = this.#masks.get(name);
      if (known !== undefined) found.set(name, known);
      return known === undefined;
    });
    if (unknown.length === 0) return found;
    const releases = [...new Set(unknown.map(({ catalog }) => catalog.release))];
    const queries = [...new Set(unknown.map(({ condition }) => condition.query))];
    const matches = await fetchTextMatches(this.database, releases, queries);
    const byName = new Map(matches.map(({ release, query, ordinals }) => [`${release}:${query}`, ordinals]));
    for (const { catalog, condition } of unknown) {
      const ordinals = byName.get(`${catalog.release}:${condition.query}`) ?? [];
      found.set(
        sliceName(catalog, condition, NO_REVIEWS),
        this.#mask(catalog, condition, NO_REVIEWS, () => Bitset.fromOrdinals(ordinals, catalog.count)),
      );
    }
    return found;
  }
}

/** The data that the conditions of a slice need in addition to the catalogs. */
interface ReadConditions {
  /** The questions that match each text condition, by the condition's cache key. */
  readonly texts: ReadonlyMap<string, Bitset>;
  /** Every snapshot that the slice refers to, by primary key. */
  readonly snapshots: ReadonlyMap<number, SnapshotStatistics>;
  /** The key reviews, if the slice follows them. */
  readonly reviews: AmbiguousByRelease;
}

/** All texts in a slice that would be sent to the database. */
function textsOf(slice: Slice): readonly string[] {
  if (slice.kind === "in") return slice.values;
  if (slice.kind === "not") return textsOf(slice.of);
  return slice.kind === "and" || slice.kind === "or" ? slice.of.flatMap(textsOf) : [];
}
