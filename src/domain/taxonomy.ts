import taxonomyFile from "../../data/taxonomy.json" with { type: "json" };
import { slugify, subcategorySlug } from "./slug.ts";
import {
  AUDIO_TYPES,
  type AudioType,
  DOMINANCES,
  type Dominance,
  LEVEL_SOURCES,
  LEVELS,
  type Level,
  type LevelSource,
} from "./vocabulary.ts";

/** A benchmark's terms according to its paper: tasks with their levels, categories and audio types. */
export interface BenchmarkTaxonomy {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly license: string;
  readonly homepage: string;
  /** The published number of videos; `null` if no source gives it. */
  readonly videos: number | null;
  readonly questions: number;
  /** Maps the benchmark's own terms to Omnidex's audio types. */
  readonly audioTypes: ReadonlyMap<string, AudioType>;
  readonly durationBuckets: readonly NativeDurationBucket[];
  /** The benchmark's own names for the levels, if its files do not state levels: AVI-Bench's stages. */
  readonly levelNames: ReadonlyMap<string, string>;
  readonly categories: readonly TaxonomyCategory[];
  readonly tasks: readonly TaxonomyTask[];
}

/** A benchmark's own duration bucket. Edges are in seconds; `to` is `null` if there is no upper edge. */
export interface NativeDurationBucket {
  readonly label: string;
  readonly from: number;
  readonly to: number | null;
}

export interface TaxonomyCategory {
  readonly slug: string;
  readonly name: string;
  /** Other spellings of the same category: MMWorld's files say "Sports & Arts", its tables "Art & Sports". */
  readonly aliases: readonly string[];
  readonly questions: number | null;
  readonly children: readonly { readonly slug: string; readonly name: string }[];
}

export interface TaxonomyTask {
  readonly slug: string;
  readonly name: string;
  /** The short name in files, if there is one, such as AVI-Bench's "AVQA". */
  readonly id: string | null;
  readonly aliases: readonly string[];
  readonly level: Level;
  readonly levelSource: LevelSource;
  readonly dominance: Dominance | null;
  /** 0 to 1. */
  readonly chance: number | null;
  readonly metric: string;
  readonly questions: number | null;
}

interface RawTask {
  readonly name: string;
  readonly level: string;
  readonly levelSource: string;
  readonly metric: string;
  readonly id?: string;
  readonly aliases?: readonly string[];
  readonly dominance?: string;
  readonly chance?: number;
  readonly questions?: number;
}

interface RawCategory {
  readonly name: string;
  readonly aliases?: readonly string[];
  readonly questions?: number;
  readonly children?: readonly string[];
}

interface RawBenchmark {
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly license: string;
  readonly homepage: string;
  readonly videos: number | null;
  readonly questions: number;
  readonly audioTypes: Readonly<Record<string, string | undefined>>;
  readonly durationBuckets: readonly NativeDurationBucket[];
  readonly levelNames?: Readonly<Partial<Record<Level, string>>>;
  readonly categories: readonly RawCategory[];
  readonly tasks: readonly RawTask[];
}

/**
 * Checks a term of `data/taxonomy.json`. Throws for an unknown term, so that the server does not start. The file is
 * part of the project, so an unknown term is a bug.
 */
function oneOf<T extends string>(words: readonly T[], word: string): T {
  const found = words.find((candidate) => candidate === word);
  if (found === undefined) throw new Error(`data/taxonomy.json: '${word}' must be one of ${words.join(", ")}`);
  return found;
}

const readTask = (raw: RawTask): TaxonomyTask => ({
  slug: slugify(raw.id ?? raw.name),
  name: raw.name,
  id: raw.id ?? null,
  aliases: raw.aliases ?? [],
  level: oneOf(LEVELS, raw.level),
  levelSource: oneOf(LEVEL_SOURCES, raw.levelSource),
  dominance: raw.dominance === undefined ? null : oneOf(DOMINANCES, raw.dominance),
  chance: raw.chance ?? null,
  metric: raw.metric,
  questions: raw.questions ?? null,
});

const readCategory = (raw: RawCategory): TaxonomyCategory => ({
  slug: slugify(raw.name),
  name: raw.name,
  aliases: raw.aliases ?? [],
  questions: raw.questions ?? null,
  children: (raw.children ?? []).map((name) => ({ slug: subcategorySlug(slugify(raw.name), name), name })),
});

const readAudioTypes = (raw: RawBenchmark["audioTypes"]): ReadonlyMap<string, AudioType> =>
  new Map(Object.entries(raw).map(([word, type]) => [word, oneOf(AUDIO_TYPES, type ?? "")]));

const readBenchmark = (raw: RawBenchmark): BenchmarkTaxonomy => ({
  ...raw,
  audioTypes: readAudioTypes(raw.audioTypes),
  levelNames: new Map(Object.entries(raw.levelNames ?? {})),
  categories: raw.categories.map(readCategory),
  tasks: raw.tasks.map(readTask),
});

const rawBenchmarks: readonly RawBenchmark[] = taxonomyFile;

/** The built-in benchmarks. */
export const TAXONOMIES: readonly BenchmarkTaxonomy[] = rawBenchmarks.map(readBenchmark);

/** The taxonomy of a built-in benchmark; `null` for a custom one. */
export const findTaxonomy = (slug: string): BenchmarkTaxonomy | null =>
  TAXONOMIES.find((taxonomy) => taxonomy.slug === slug) ?? null;

/** The taxonomy of a built-in benchmark. Throws for any other slug, which is a bug in the caller. */
export function taxonomyOf(slug: string): BenchmarkTaxonomy {
  const taxonomy = findTaxonomy(slug);
  if (taxonomy === null) throw new Error(`there is no taxonomy of '${slug}'`);
  return taxonomy;
}

/** Finds a task by name, short name or alias, ignoring case and punctuation; `null` if it is unknown. */
export function findTask(taxonomy: BenchmarkTaxonomy, word: string): TaxonomyTask | null {
  const slug = slugify(word);
  const matches = (task: TaxonomyTask): boolean =>
    task.slug === slug || slugify(task.name) === slug || task.aliases.some((alias) => slugify(alias) === slug);
  return taxonomy.tasks.find(matches) ?? null;
}

/** Finds a category by name or alias; `null` if it is unknown. */
export function findCategory(taxonomy: BenchmarkTaxonomy, word: string): TaxonomyCategory | null {
  const slug = slugify(word);
  const matches = (category: TaxonomyCategory): boolean =>
    category.slug === slug || category.aliases.some((alias) => slugify(alias) === slug);
  return taxonomy.categories.find(matches) ?? null;
}
