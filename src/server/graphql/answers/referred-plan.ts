import { createHash } from "node:crypto";
import { ANONYMOUS, type Viewer } from "../../../domain/viewer.ts";
import type { KeyedText, TextPlan } from "../plan/root-text.ts";
import type { RequestContext } from "../resolvers/request-context.ts";

/** A plan that reads objects by key, without charging for them. */
interface KeyedPlan {
  readonly plan: TextPlan<KeyedText>;
  keyed(keys: readonly number[], context: RequestContext): Promise<readonly KeyedText[]>;
}

/**
 * Reads the objects to which computed values refer, such as the runs and models of a leaderboard. The objects of callers
 * without a key are cached.
 */
export class ReferredPlan {
  /** The name of the statement in the cache; null if its texts are not cached. */
  readonly #name: string | null;

  constructor(
    private readonly filled: KeyedPlan,
    viewer: Viewer,
  ) {
    const { holes, statement } = filled.plan;
    const isCached = viewer === ANONYMOUS && holes.length === 0;
    this.#name = isCached ? digest(JSON.stringify([statement.text, statement.params])) : null;
  }

  /** The objects with these keys, in no order. Missing objects are left out. Cached objects cost as much as others. */
  read(keys: readonly number[], context: RequestContext): Promise<readonly KeyedText[]> {
    context.cost.charge(this.filled.plan.cost * keys.length);
    if (this.#name === null) return this.filled.keyed(keys, context);
    return context.runAggregates.memory.texts.get(this.#name, keys, (missing) => this.filled.keyed(missing, context));
  }
}

const digest = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 16);
