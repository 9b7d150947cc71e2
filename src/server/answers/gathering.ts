import type { RequestContext } from "../resolvers/request-context.ts";
import type { Deferred, Reference, Told } from "./value-writer.ts";

/**
 * What a value needs before it can be written: it is written once for nothing but to note the objects that it refers to and
 * the fields that have yet to be computed; both are then got at once, each kind of object with one statement.
 */
export class Gathering implements Told {
  readonly #keys = new Map<Reference, Set<number>>();
  readonly #values = new Map<Deferred, Map<object, unknown>>();

  constructor(private readonly context: RequestContext) {}

  text(reference: Reference, key: number): string {
    const keys = this.#keys.get(reference) ?? new Set();
    this.#keys.set(reference, keys.add(key));
    return "null";
  }

  value(deferred: Deferred, source: object): null {
    const values = this.#values.get(deferred) ?? new Map<object, unknown>();
    this.#values.set(deferred, values);
    if (!values.has(source)) values.set(source, deferred.resolve(source, deferred.args, this.context));
    return null;
  }

  /** @param fetch the texts of objects by key */
  async told(
    fetch: (reference: Reference, keys: readonly number[]) => Promise<ReadonlyMap<number, string>>,
  ): Promise<Told> {
    const texts = new Map<Reference, ReadonlyMap<number, string>>();
    const fetching = [...this.#keys].map(async ([reference, keys]) => {
      texts.set(reference, await fetch(reference, [...keys]));
    });
    const computing = [...this.#values.values()].flatMap((values) =>
      [...values].map(async ([source, value]) => {
        values.set(source, await value);
      }),
    );
    await Promise.all([...fetching, ...computing]);
    return {
      text: (reference, key) => texts.get(reference)?.get(key),
      value: (deferred, source) => ({ value: this.#values.get(deferred)?.get(source) }),
    };
  }
}
