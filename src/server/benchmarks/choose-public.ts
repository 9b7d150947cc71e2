import { createCipheriv, hash, randomBytes } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { badInput, type OmnidexError } from "../../domain/errors.ts";
import { FEWEST_DISCLOSED } from "../conditions/answers-hidden.ts";
import { Bursts } from "../workers/yielding.ts";
import type { SplitRecord } from "./challenge-queries.ts";

/**
 * The share of the questions on the public board of a release that hides its answers, unless its maintainers choose another one. With
 * a half, the scores of both boards have the same standard error.
 */
export const USUAL_PUBLIC_SHARE = 0.5;

/** The properties of a question that a split depends on. */
export interface SplitQuestion {
  /** The cluster, such as a video. Questions of one cluster stay together. */
  readonly cluster: string;
  /** The stratum, such as a task. Every stratum is split with the same share. */
  readonly stratum: string;
}

/**
 * What the questions with these properties are split by: their video; without one, their first file; without a file, nothing but
 * themselves.
 */
export const splitQuestion = (key: string, video: string | null, file: string | null, task: string): SplitQuestion => ({
  cluster: video === null ? `question ${file ?? key}` : `video ${video}`,
  stratum: task,
});

/** For clusters that an earlier release has: whether its public board covers them. */
export type KnownSides = ReadonlyMap<string, boolean>;

/**
 * Draws a split with a new seed, which nobody can foresee.
 * @param questions by ordinal
 * @param publicShare more than 0, less than 1
 * @param known the sides of clusters that are not drawn anew
 * @returns null if one of the boards would have too few questions for a score
 */
export async function drawSplit(
  questions: readonly SplitQuestion[],
  publicShare: number,
  known: KnownSides = new Map(),
): Promise<SplitRecord | null> {
  const seed = randomBytes(32).toString("hex");
  const publicOrdinals = await choosePublic(questions, publicShare, seed, known);
  const fewest = Math.min(publicOrdinals.length, questions.length - publicOrdinals.length);
  return fewest < FEWEST_DISCLOSED ? null : { publicShare, seed, publicOrdinals };
}

/** The error for a split that cannot be drawn. */
export const tooFewToSplit = (questions: number, share: string): OmnidexError =>
  badInput(
    `Each part of the ${questions} questions needs at least ${FEWEST_DISCLOSED}, and one would have fewer: choose another ${share}, or import more questions.`,
  );

interface Cluster {
  readonly name: string;
  readonly stratum: string;
  readonly ordinals: number[];
}

/**
 * Chooses the questions that the public board covers: whole clusters, at random from a secret seed. Each cluster
 * is chosen with the probability `share`. The number of chosen clusters differs from that share of the
 * clusters by less than one, overall and in each stratum. A cluster belongs to the stratum of its first
 * question. The method is systematic sampling with a random start: strata are in a random order, and so are
 * the clusters within each stratum. Clusters with a known side are left out of the draw. The event loop turns in between.
 * @param questions by ordinal
 * @param share more than 0, less than 1
 * @param seed all random numbers come from the key stream of AES in counter mode, with the SHA-256 of this text as its key
 * @see W. G. Cochran (1977), "Sampling Techniques", 3rd edition, section 8.1
 * @returns ordinals, ascending
 */
export async function choosePublic(
  questions: readonly SplitQuestion[],
  share: number,
  seed: string,
  known: KnownSides = new Map(),
): Promise<readonly number[]> {
  const clusters = await clustersOf(questions);
  const unknown = clusters.filter(({ name }) => !known.has(name));
  const random = randomNumbers(seed, 1 + 2 * unknown.length);
  const start = random(0);
  const chosenBefore = (place: number): number => Math.floor(share * place + start);
  const drawn = (await inRandomOrder(unknown, random)).filter(
    (_, place) => chosenBefore(place + 1) > chosenBefore(place),
  );
  await setImmediate();
  const chosen = [...clusters.filter(({ name }) => known.get(name) === true), ...drawn];
  return [...Int32Array.from(chosen.flatMap(({ ordinals }) => ordinals)).sort()];
}

async function clustersOf(questions: readonly SplitQuestion[]): Promise<readonly Cluster[]> {
  const clusters = new Map<string, Cluster>();
  const bursts = new Bursts();
  for (const [ordinal, { cluster, stratum }] of questions.entries()) {
    const known = clusters.get(cluster) ?? { name: cluster, stratum, ordinals: [] };
    clusters.set(cluster, known);
    known.ordinals.push(ordinal);
    if (bursts.isOver()) await bursts.next();
  }
  return [...clusters.values()];
}

interface Placed {
  readonly cluster: Cluster;
  readonly at: number;
}

/** Strata are in a random order, and so are the clusters within each stratum. */
async function inRandomOrder(
  clusters: readonly Cluster[],
  random: (index: number) => number,
): Promise<readonly Cluster[]> {
  const strata = new Map<string, { readonly at: number; readonly clusters: Placed[] }>();
  const bursts = new Bursts();
  for (const [index, cluster] of clusters.entries()) {
    const stratum = strata.get(cluster.stratum) ?? { at: random(2 * index + 1), clusters: [] };
    strata.set(cluster.stratum, stratum);
    stratum.clusters.push({ cluster, at: random(2 * index + 2) });
    if (bursts.isOver()) await bursts.next();
  }
  const ordered: Cluster[] = [];
  for (const stratum of [...strata.values()].sort((a, b) => a.at - b.at)) {
    for (const { cluster } of stratum.clusters.sort((a, b) => a.at - b.at)) ordered.push(cluster);
    if (bursts.isOver()) await bursts.next();
  }
  return ordered;
}

/** Six bytes for each number. */
const BYTES = 6;

/** Numbers from 0 (inclusive) to 1 (exclusive), by their index below `count`. */
function randomNumbers(seed: string, count: number): (index: number) => number {
  const cipher = createCipheriv("aes-256-ctr", hash("sha256", seed, "buffer"), Buffer.alloc(16));
  const stream = cipher.update(Buffer.alloc(BYTES * count));
  return (index) => stream.readUIntBE(BYTES * index, BYTES) / 2 ** (8 * BYTES);
}
