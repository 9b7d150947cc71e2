import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { NODE_PREFIXES, type NodeType } from "../../../../domain/node-id.ts";
import { audioTypes } from "../../../db/tables/benchmark-tables.ts";
import { JsonText, jsonListText, jsonOfColumn, jsonOfPlain, type Shape, shapeText } from "../json-pieces.ts";
import type { PlannedField } from "../plan-scope.ts";

/** The `id` of a node: the prefix of its type and its primary key. */
export const nodeId =
  <T extends { readonly id: AnyPgColumn }>(type: NodeType): PlannedField<T> =>
  (row) =>
    jsonOfPlain(sql`${row.id}::text`, `${NODE_PREFIXES[type]}_`);

/** A column without conversion, under the name of the row's property. */
export const column =
  <K extends string>(name: K): PlannedField<{ readonly [key in K]: AnyPgColumn }> =>
  (row) =>
    jsonOfColumn(row[name]);

/** A timestamp in ISO 8601, in UTC, with milliseconds. */
export const instant = (timestamp: AnyPgColumn | SQL): SQL =>
  sql`to_char(${timestamp} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

const LABEL_ORDER = sql`${audioTypes.bit}, ${audioTypes.nativeLabel} collate "C"`;

/** A field of type `[AudioLabel!]`: the audio types that satisfy the condition, in the order of `audio_types.bit`. */
export const audioLabelField =
  <T>(where: (row: T) => SQL): PlannedField<T> =>
  (row, field) => {
    const list = jsonListText(shapeText("AudioLabel", AUDIO_LABEL, field), sql` order by ${LABEL_ORDER}`);
    return new JsonText([sql`(select ${list.sql} from ${audioTypes} where ${where(row)})`]);
  };

const AUDIO_LABEL: Shape = { type: sql`${audioTypes.type}`, nativeLabel: sql`${audioTypes.nativeLabel}` };

/** The `[AudioLabel!]` field of a row with an array of audio type ids. */
export const audioLabelsOfRow = <T extends { readonly audioTypeIds: AnyPgColumn }>(): PlannedField<T> =>
  audioLabelField((row) => sql`${audioTypes.id} = any(${row.audioTypeIds})`);
