import { Later, Slices } from "../../workers/yielding.ts";
import type { RequestContext } from "../resolvers/request-context.ts";
import type { Compute } from "../resolvers/resolver.ts";
import type { AskedReference, Deferred, Lookups, Needs } from "./value-writer.ts";

/**
 * The results of all promises. Waits until every promise is settled, even if one is rejected.
 * @throws the reason of the first rejected promise in list order
 */
export async function allOf<T>(all: readonly T[]): Promise<Awaited<T>[]> {
  const settled = await Promise.allSettled(all);
  return settled.map((one) => {
    if (one.status === "rejected") throw one.reason;
    return one.value;
  });
}

/**
 * Starts to compute a field. Turns a thrown error into a rejected promise, so that the caller still awaits the fields
 * whose computation has already started.
 */
export function begun(compute: Compute<never, never>, source: unknown, args: object, context: RequestContext): unknown {
  try {
    return compute(source as never, args as never, context);
  } catch (error) {
    return Promise.reject(error);
  }
}

/**
 * Collects and fetches the inputs that a value needs before it can be written: the objects that it refers to, and its
 * deferred fields. Objects and fields are fetched concurrently. Each kind of object takes one statement.
 */
export class Gathering implements Needs {
  readonly #keys = new Map<AskedReference, Set<number>>();
  readonly #values = new Map<Deferred, Map<object, unknown>>();
  /** The deferred fields whose computation is in progress. */
  readonly #awaited: Promise<void>[] = [];
  /** The objects whose deferred field returned a `Later` not computed yet, by the field's map in `#values`. */
  readonly #later = new Map<Map<object, unknown>, object[]>();

  constructor(private readonly context: RequestContext) {}

  text(reference: AskedReference, key: number): void {
    const keys = this.#keys.get(reference) ?? new Set();
    this.#keys.set(reference, keys.add(key));
  }

  value(deferred: Deferred, source: object): void {
    const values = this.#values.get(deferred) ?? new Map<object, unknown>();
    this.#values.set(deferred, values);
    if (values.has(source)) return;
    const value = begun(deferred.compute, source, deferred.args, this.context);
    values.set(source, value);
    if (value instanceof Promise) this.#awaited.push(value.then((result: unknown) => void values.set(source, result)));
    else if (value instanceof Later) this.#later.get(values)?.push(source) ?? this.#later.set(values, [source]);
  }

  /** @param fetch the texts of objects by key */
  async lookUp(
    fetch: (reference: AskedReference, keys: readonly number[]) => Promise<ReadonlyMap<number, string>>,
  ): Promise<Lookups> {
    const texts = new Map<AskedReference, ReadonlyMap<number, string>>();
    const fetching = [...this.#keys].map(async ([reference, keys]) => {
      texts.set(reference, await fetch(reference, [...keys]));
    });
    await allOf([...fetching, ...this.#awaited, this.#computeLater()]);
    return {
      text: (reference, key) => texts.get(reference)?.get(key),
      value: (deferred, source) => this.#values.get(deferred)?.get(source),
    };
  }

  /** Computes the fields in `#later` one after the other. Yields to the event loop between time slices. */
  async #computeLater(): Promise<void> {
    const slices = new Slices();
    for (const [values, sources] of this.#later) {
      for (const source of sources) {
        const value = values.get(source) as Later;
        if (slices.isOver()) await slices.next();
        const result: unknown = value.compute();
        values.set(source, result instanceof Promise ? await result : result);
        if (result instanceof Promise) slices.begin();
      }
    }
  }
}
