import type { GraphQLSchema } from "graphql";
import type { Viewer } from "../../domain/viewer.ts";
import { nodesText, type TextPlan } from "../plan/root-text.ts";
import type { SelectedField } from "../plan/selection.ts";
import { Gathering } from "./gathering.ts";
import { keyedTexts } from "./keyed-texts.ts";
import { plainResolver } from "./plain-resolver.ts";
import type { RootAnswer } from "./root-answers.ts";
import { NOTHING_TOLD, type Reference, valueWriter } from "./value-writer.ts";

/** A root field that its resolver computes, and whose value is written here, with the objects that it refers to. */
export function computedAnswer(schema: GraphQLSchema, field: SelectedField, viewer: Viewer): RootAnswer["text"] {
  const resolve = plainResolver(schema, "Query", field.name);
  const { write, note, references } = valueWriter(schema, field);
  const plans = new Map<Reference, TextPlan>(
    references.map((reference) => [reference, nodesText(reference.type, reference.field, viewer)]),
  );
  return async (context, variables) => {
    const value = await resolve(undefined, field.argsWith(variables), context);
    if (note === null) return write(value, NOTHING_TOLD);
    const gathering = new Gathering(context);
    note(value, gathering);
    const told = await gathering.told(async (reference, keys) => {
      const plan = plans.get(reference);
      const rows = plan === undefined ? [] : await keyedTexts(context, plan, keys);
      return new Map(rows.map(({ key, text }) => [key, text]));
    });
    return write(value, told);
  };
}
