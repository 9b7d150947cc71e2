import type { Queryable } from "../../db/database.ts";
import { readTogether } from "../../db/request-reads.ts";
import { withValues } from "../../db/statement.ts";
import type { KeyedText } from "../plan/root-text.ts";
import type { RequestContext } from "../resolvers/request-context.ts";
import type { FilledPlan } from "./filled-plan.ts";

/**
 * The most objects that one statement reads. Larger statements would save little and would keep two database sessions
 * from sharing the work.
 */
const MOST_KEYS = 8;

/** Lookups that are waiting to be sent as one statement. */
interface Turn {
  readonly database: Queryable;
  readonly keys: Set<number>;
  readonly texts: Promise<ReadonlyMap<number, string>>;
}

/**
 * Reads single objects with a plan of `nodesText`. Lookups in the same turn of the event loop are batched into
 * statements of up to `MOST_KEYS` objects, even if they come from different requests. These requests have the same
 * viewer, because a plan is made for one viewer. Results are not cached.
 */
export class GatheredLookups {
  #turn: Turn | null = null;

  constructor(private readonly filled: FilledPlan<KeyedText>) {}

  /** The text of the object; undefined if it does not exist or the viewer may not see it. */
  async text(context: RequestContext, key: number): Promise<string | undefined> {
    const { database, cost } = context;
    const { plan } = this.filled;
    cost.charge(plan.cost);
    // Long texts and searches are counted to their request, so they are not read together with those of others.
    if (plan.hasTexts || plan.isSearch) return (await this.filled.keyed([key], context))[0]?.text;
    const texts = await readTogether(database, (shared) => {
      const turn = this.#turnOf(shared);
      turn.keys.add(key);
      return turn.texts;
    });
    const text = texts.get(key);
    return text === undefined ? undefined : (await this.filled.fill([text], context))[0];
  }

  #turnOf(database: Queryable): Turn {
    const turn = this.#turn;
    if (turn !== null && turn.database === database && turn.keys.size < MOST_KEYS) return turn;
    const keys = new Set<number>();
    // `setImmediate` runs after all pending socket events, which may add lookups to this turn.
    const texts = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
      if (this.#turn?.keys === keys) this.#turn = null;
      return this.#read(database, [...keys]);
    });
    this.#turn = { database, keys, texts };
    return this.#turn;
  }

  async #read(database: Queryable, keys: readonly number[]): Promise<ReadonlyMap<number, string>> {
    const rows = await database.query(withValues(this.filled.plan.statement, { keys }));
    return new Map(rows.map(({ key, text }) => [key, text]));
  }
}
