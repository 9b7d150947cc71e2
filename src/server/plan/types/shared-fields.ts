import { type SQL, sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import { NODE_PREFIXES, type NodeType } from "../../../domain/node-id.ts";
import { audioTypes } from "../../db/tables/benchmark-tables.ts";
import { type PlannedField, value } from "../planned-field.ts";

/** `id` of a node: its type's prefix and its primary key. */
export const nodeId = <T extends { readonly id: AnyPgColumn }>(type: NodeType): PlannedField<T> =>
  value((row) => sql`${sql.raw(`'${NODE_PREFIXES[type]}_'`)} || ${row.id}`);

/** A column as it is, under the name of the row's property. */
export const column = <K extends string>(name: K): PlannedField<{ readonly [key in K]: AnyPgColumn }> =>
  value((row) => sql`${row[name]}`);

/** ISO 8601 in UTC, to the millisecond. */
export const instant = (timestamp: AnyPgColumn): SQL =>
  sql`to_char(${timestamp} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** `AudioLabel[]` of the audio types where the condition holds, in the order of the types. */
export const audioLabels = (where: SQL): SQL => sql`(
  select coalesce(json_agg(json_build_object('type', ${audioTypes.type}, 'nativeLabel', ${audioTypes.nativeLabel})
    order by ${audioTypes.bit}, ${audioTypes.nativeLabel} collate "C"), '[]'::json)
  from ${audioTypes} where ${where})`;

/** `AudioLabel[]` of the ids in an array column. */
export const audioLabelsOf = (ids: AnyPgColumn): SQL => audioLabels(sql`${audioTypes.id} = any(${ids})`);
