import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import type { Extractor } from "../../../reading/extraction.ts";
import { fense } from "../../../scoring/metrics/fense.ts";
import type { ScoredQuestion } from "../../../scoring/score-prediction.ts";
import type { CaptionScores } from "../../../scoring/scorers/scorer.ts";

/** The two loaded networks of FENSE. */
export interface FenseModels {
  /** The embedding of each text. */
  embed(texts: readonly string[]): Promise<readonly Float32Array[]>;
  /** For each text, the probability that its language is faulty, from 0 to 1. */
  errorProbabilities(texts: readonly string[]): Promise<readonly number[]>;
}

/** A caption with its references. */
interface CaptionPair {
  readonly caption: string;
  readonly references: readonly string[];
}

/**
 * Provides FENSE scores of captions to the scorers, which are synchronous and cannot wait for a neural network. The
 * scores are computed in advance and cached. The cache holds far more than a single submission needs.
 */
export class FenseScores implements CaptionScores {
  constructor(
    private readonly models: FenseModels,
    private readonly scope: string | null = null,
    private readonly cache = {
      scores: new LRUCache<string, number>({ max: 200_000 }),
      embeddings: new LRUCache<string, Float32Array>({ max: 10_000 }),
    },
  ) {}

  /**
   * The same scores, but nothing that is known to others is known there, nor the reverse, because the time that a score
   * takes tells whether it is known.
   * @param scope null for what everyone may know
   */
  within(scope: string | null): FenseScores {
    return new FenseScores(this.models, scope, this.cache);
  }

  /** Computes the scores that are not cached. */
  async prepare(pairs: readonly CaptionPair[]): Promise<void> {
    const unknown = new Map(pairs.map((pair) => [this.#nameOf(pair.caption, pair.references), pair]));
    for (const name of [...unknown.keys()]) if (this.cache.scores.get(name) !== undefined) unknown.delete(name);
    if (unknown.size === 0) return;
    const captions = [...new Set([...unknown.values()].map(({ caption }) => caption))];
    const embeddings = await this.#embed([...unknown.values()]);
    const probabilities = await this.models.errorProbabilities(captions);
    const errorOf = new Map(captions.map((caption, index) => [caption, probabilities[index] ?? 0]));
    const embedding = (text: string): Float32Array => embeddings.get(text) ?? new Float32Array();
    for (const [name, { caption, references }] of unknown) {
      this.cache.scores.set(name, fense(embedding(caption), references.map(embedding), errorOf.get(caption) ?? 0));
    }
  }

  /** @throws for a caption that was not prepared, because any other result would be stored as a wrong score */
  score(caption: string, references: readonly string[]): number {
    const score = this.cache.scores.get(this.#nameOf(caption, references));
    if (score === undefined) throw new Error("a caption was scored before it was prepared");
    return score;
  }

  #textName(text: string): string {
    return JSON.stringify([this.scope, text]);
  }

  /** A hash, because captions may be a megabyte long. */
  #nameOf(caption: string, references: readonly string[]): string {
    return createHash("sha256")
      .update(JSON.stringify([this.scope, caption, references]))
      .digest("base64");
  }

  /**
   * The embeddings of captions and references. Only those of references are cached, because references recur in every
   * run.
   */
  async #embed(pairs: readonly CaptionPair[]): Promise<ReadonlyMap<string, Float32Array>> {
    const texts = [...new Set(pairs.flatMap(({ caption, references }) => [caption, ...references]))];
    const known = new Map(texts.flatMap((text) => pairOf(text, this.cache.embeddings.get(this.#textName(text)))));
    const unknown = texts.filter((text) => !known.has(text));
    const embedded = await this.models.embed(unknown);
    for (const [index, text] of unknown.entries()) known.set(text, embedded[index] ?? new Float32Array());
    for (const text of new Set(pairs.flatMap(({ references }) => references))) {
      this.cache.embeddings.set(this.#textName(text), known.get(text) ?? new Float32Array());
    }
    return known;
  }
}

const pairOf = <T>(text: string, value: T | undefined): [string, T][] => (value === undefined ? [] : [[text, value]]);

/** The part of an answer sheet that scores captions; null without FENSE. */
interface ScoringCaptions {
  readonly captions: FenseScores | null;
}

/** A submitted response to a question. */
interface SentResponse {
  /** Undefined if the release does not have the question. */
  readonly question: ScoredQuestion | undefined;
  readonly response: string | null | undefined;
}

/**
 * Computes the scores of captions in advance, because responses are scored synchronously. Does nothing without FENSE.
 */
export async function prepareCaptions(
  { captions }: ScoringCaptions,
  extractor: Extractor,
  sent: readonly SentResponse[],
): Promise<void> {
  if (captions === null) return;
  await captions.prepare(sent.flatMap((one) => captionPair(one, extractor) ?? []));
}

/** Does the same as `prepareCaptions` for stored predictions. */
export const prepareStoredCaptions = (
  sheet: ScoringCaptions & { readonly questions: readonly { readonly scored: ScoredQuestion }[] },
  extractor: Extractor,
  stored: readonly { readonly ordinal: number; readonly response: string | null }[],
): Promise<void> =>
  prepareCaptions(
    sheet,
    extractor,
    stored.map(({ ordinal, response }) => ({ question: sheet.questions[ordinal]?.scored, response })),
  );

function captionPair({ question, response }: SentResponse, extractor: Extractor): CaptionPair | null {
  if (question?.key.kind !== "captions" || response == null) return null;
  // `toWellFormed` gives the text that is stored and scored.
  const extraction = extractor.extract(response.toWellFormed(), question);
  return extraction.kind === "answer" ? { caption: extraction.answer, references: question.key.captions } : null;
}
