import type { Queryable } from "../db/database.ts";
import { readTogether } from "../db/request-reads.ts";
import { withValues } from "../db/statement.ts";
import type { KeyedText } from "../plan/root-text.ts";
import type { RequestContext } from "../resolvers/request-context.ts";
import type { FilledPlan } from "./filled-plan.ts";

/**
 * How many objects one statement reads. Larger statements would save little, and would load one database session with
 * work that two could share.
 */
const MOST_KEYS = 8;

/** Lookups that wait to be sent together. */
interface Turn {
  readonly database: Queryable;
  readonly keys: Set<number>;
  readonly texts: Promise<ReadonlyMap<number, string>>;
}

/**
 * Reads single objects with a plan of `nodesText`. Lookups in the same turn of the event loop, from any number of
 * requests, are batched into one statement. All of them have the same viewer, because a plan has one. Nothing is
 * cached: a later lookup is sent with a new statement.
 */
export class GatheredLookups {
  #turn: Turn | null = null;

  constructor(private readonly filled: FilledPlan<KeyedText>) {}

  /** The text of the object; undefined if it does not exist or the viewer may not see it. */
  async text(context: RequestContext, key: number): Promise<string | undefined> {
    const { database, cost } = context;
    cost.charge(this.filled.plan.cost);
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
