import { type GraphQLSchema, isObjectType } from "graphql";
import type { Viewer } from "../../../domain/viewer.ts";
import { settled } from "../../workers/yielding.ts";
import { HOLE_MARK } from "../plan/json-pieces.ts";
import { NotCompilableError } from "../plan/not-compilable-error.ts";
import { readPlan } from "../plan/read-plan.ts";
import { type KeyedText, nodesText, type ObjectText, type TextPlan } from "../plan/root-text.ts";
import type { SelectedField } from "../plan/selection.ts";
import type { RequestContext } from "../resolvers/request-context.ts";
import type { Compute, FieldExtensions } from "../resolvers/resolver.ts";
import { allOf, begun, Gathering } from "./gathering.ts";
import { ReferredPlan } from "./referred-plan.ts";
import { type AskedReference, type Lookups, NO_LOOKUPS, type ValueWriter, valueWriter } from "./value-writer.ts";

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
