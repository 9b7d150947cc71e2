import type { RequestContext } from "../resolvers/request-context.ts";
import type { Deferred, Needs, Reference, Told } from "./value-writer.ts";

/**
 * What a value needs before it can be written: the objects that it refers to, and the fields that have yet to be computed.
 * Both are got at once, each kind of object with one statement.
 */
export class Gathering implements Needs {
  readonly #keys = new Map<Reference, Set<number>>();
  readonly #values = new Map<Deferred, Map<object, unknown>>();

  constructor(private readonly context: RequestContext) {}

  text(reference: Reference, key: number): void {
    const keys = this.#keys.get(reference) ?? new Set();
    this.#keys.set(reference, keys.add(key));
  }

  value(deferred: Deferred, source: object): void {
    const values = this.#values.get(deferred) ?? new Map<object, unknown>();
    this.#values.set(deferred, values);
    if (!values.has(source)) values.set(source, deferred.resolve(source, deferred.args, this.context));
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
      value: (deferred, source) => this.#values.get(deferred)?.get(source),
    };
  }
}
