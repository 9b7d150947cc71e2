import { createHash } from "node:crypto";
import { type GraphQLSchema, isObjectType } from "graphql";
import { ANONYMOUS, type Viewer } from "../../../domain/viewer.ts";
import { Bursts, inTurn, Later, settled } from "../../workers/yielding.ts";
import { HOLE_MARK } from "../plan/json-pieces.ts";
import { readPlan } from "../plan/read-plan.ts";
import { type KeyedText, nodesText, type ObjectText, type TextPlan } from "../plan/root-text.ts";
import type { SelectedField } from "../plan/selection.ts";
import { NotCompilableError } from "../plan/type-tables.ts";
import type { Compute, FieldExtensions, RequestContext } from "../resolvers/resolver.ts";
import {
  type AskedReference,
  type Deferred,
  type Lookups,
  type Needs,
  NO_LOOKUPS,
  type ValueWriter,
  valueWriter,
} from "./value-writer.ts";

/**
 * The results of all promises. Waits until every promise is settled, even if one is rejected.
 * @throws the reason of the first rejected promise in list order
 */
async function allOf<T>(all: readonly T[]): Promise<Awaited<T>[]> {
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
function begun(compute: Compute<never, never>, source: unknown, args: object, context: RequestContext): unknown {
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
class Gathering implements Needs {
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
    const later = this.#later.size === 0 ? [] : [inTurn(() => this.#computeLater())];
    await allOf([...fetching, ...this.#awaited, ...later]);
    return {
      text: (reference, key) => texts.get(reference)?.get(key),
      value: (deferred, source) => this.#values.get(deferred)?.get(source),
    };
  }

  /** Computes the fields in `#later` one after the other. Yields to the event loop between time slices. */
  async #computeLater(): Promise<void> {
    const bursts = new Bursts();
    for (const [values, sources] of this.#later) {
      for (const source of sources) {
        const value = values.get(source) as Later;
        if (bursts.isOver()) await bursts.next();
        const result: unknown = value.compute();
        values.set(source, result instanceof Promise ? await result : result);
        if (result instanceof Promise) bursts.begin();
      }
    }
  }
}

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

/** A hole (`HOLE_MARK`) in a list of split texts: its position, and the inputs of the field that fills it. */
interface Hole {
  readonly text: number;
  readonly part: number;
  readonly needs: unknown;
}

/** A plan that fills the holes in its JSON texts with computed fields. */
export class FilledPlan<R extends object = ObjectText> {
  readonly #fields: readonly ComputedField[];

  /** @throws NotCompilableError if only a resolver can compute the field of a hole */
  constructor(
    schema: GraphQLSchema,
    viewer: Viewer,
    readonly plan: TextPlan<R>,
  ) {
    this.#fields = plan.holes.map((field) => new ComputedField(schema, viewer, field));
  }

  /** The complete texts of all rows. */
  async texts(
    this: FilledPlan<ObjectText>,
    values: Readonly<Record<string, unknown>>,
    context: RequestContext,
  ): Promise<readonly string[]> {
    context.cost.charge(this.plan.cost);
    const rows = await readPlan(this.plan, values, context);
    return this.fill(
      rows.map(({ text }) => text),
      context,
    );
  }

  /** The objects with these keys, in no order. Missing objects are left out. The caller charges their cost. */
  async keyed(
    this: FilledPlan<KeyedText>,
    keys: readonly number[],
    context: RequestContext,
  ): Promise<readonly KeyedText[]> {
    const rows = await readPlan(this.plan, { keys }, context);
    const texts = await this.fill(
      rows.map(({ text }) => text),
      context,
    );
    return rows.map(({ key }, index) => ({ key, text: texts[index] ?? "null" }));
  }

  /** Fills every hole in the texts that the plan's statement returned. */
  fill(texts: readonly string[], context: RequestContext): readonly string[] | Promise<readonly string[]> {
    return this.#fields.length === 0 ? texts : this.#filled(texts, context);
  }

  async #filled(texts: readonly string[], context: RequestContext): Promise<readonly string[]> {
    const parts = texts.map((text) => text.split(HOLE_MARK));
    const holes = this.#holesIn(parts);
    const filling = this.#fields.map(async (field, number) => {
      const own = holes[number] ?? [];
      if (own.length === 0) return;
      const filled = await field.texts(
        own.map(({ needs }) => needs),
        context,
      );
      own.forEach(({ text, part }, index) => {
        (parts[text] as string[])[part] = filled[index] ?? "null";
      });
    });
    await allOf(filling);
    return parts.map((of) => of.join(""));
  }

  /** The holes of each field. Each text is split at the hole marks, so every second part is a hole. */
  #holesIn(parts: readonly (readonly string[])[]): readonly (readonly Hole[])[] {
    const holes = this.#fields.map((): Hole[] => []);
    for (const [text, of] of parts.entries()) {
      for (let part = 1; part < of.length; part += 2) {
        const hole = of[part] ?? "";
        const colon = hole.indexOf(":");
        holes[Number(hole.slice(0, colon))]?.push({ text, part, needs: JSON.parse(hole.slice(colon + 1)) });
      }
    }
    return holes;
  }
}

/** The extensions of a field, in which its resolver file declares how the fast path computes it. */
function extensionsOf(schema: GraphQLSchema, typeName: string, name: string): FieldExtensions {
  const type = schema.getType(typeName);
  return (isObjectType(type) && type.getFields()[name]?.extensions) || {};
}

/** Computes a field and writes its value as JSON, with the objects that the value refers to. */
export class ComputedField {
  readonly #compute: Compute<never, never>;
  readonly #writer: ValueWriter;
  readonly #plans: ReadonlyMap<AskedReference, ReferredPlan>;

  /** @throws NotCompilableError if the field is not declared as `computed`, or if a field below it needs a resolver */
  constructor(
    schema: GraphQLSchema,
    viewer: Viewer,
    readonly field: SelectedField,
  ) {
    const { compute } = extensionsOf(schema, field.parentType, field.name);
    if (compute === undefined) throw new NotCompilableError(`${field.parentType}.${field.name} is not computed`);
    this.#compute = compute;
    this.#writer = valueWriter(schema, field);
    const plans = this.#writer.references.map((asked) => {
      const plan = nodesText(asked.type, asked.field, viewer);
      return [asked, new ReferredPlan(new FilledPlan(schema, viewer, plan), viewer)] as const;
    });
    this.#plans = new Map(plans);
  }

  /** The JSON of the field for each source. */
  async texts(
    sources: readonly unknown[],
    context: RequestContext,
    args = this.field.args,
  ): Promise<readonly string[]> {
    const values = await allOf(sources.map((source) => settled(begun(this.#compute, source, args, context))));
    const { write } = this.#writer;
    const lookups = await this.#lookUp(values, context);
    return values.map((value) => {
      const text: string[] = [];
      write(value, lookups, text);
      return text.join("");
    });
  }

  async #lookUp(values: readonly unknown[], context: RequestContext): Promise<Lookups> {
    const { note } = this.#writer;
    if (note === null) return NO_LOOKUPS;
    const gathering = new Gathering(context);
    for (const value of values) note(value, gathering);
    return gathering.lookUp(async (asked, keys) => {
      const rows = (await this.#plans.get(asked)?.read(keys, context)) ?? [];
      return new Map(rows.map(({ key, text }) => [key, text]));
    });
  }
}
