import type { ColumnValues } from "../../domain/column-values.ts";

/**
 * The values of a column. `places` has, for each entry of the column, the index of its value in `values`; -1 for an
 * entry without a value. In a dictionary, all values are different.
 */
export interface CodedValues {
  readonly values: readonly unknown[];
  readonly places: Int32Array;
  readonly isDictionary: boolean;
}

/** The number of values that are examined to decide whether a dictionary is tried. */
const SAMPLE = 500;

/**
 * Codes a column: as a dictionary if the number of different values is at most half the number of entries. Null and
 * undefined stand for no value.
 */
export function coded({ values, rows }: ColumnValues): CodedValues {
  if (rows === null) return (mayRepeat(values) ? dictionaryOf(values, null) : null) ?? plain(values);
  return dictionaryOf(values, rows) ?? plain(expanded(values, rows));
}

/** The column's values, one for each row. */
function expanded(values: readonly unknown[], rows: Int32Array): readonly unknown[] {
  const all: unknown[] = [];
  for (const place of rows) all.push(values[place]);
  return all;
}

/** Whether values may repeat, judged by adjacent ones amid the column. Questions about one video are adjacent. */
function mayRepeat(values: readonly unknown[]): boolean {
  const start = Math.max(0, (values.length - SAMPLE) >> 1);
  const sample = values.slice(start, start + SAMPLE);
  return new Set(sample).size <= sample.length / 2;
}

/** Codes a column as a dictionary; null if more than half as many values as entries are different. */
function dictionaryOf(values: readonly unknown[], rows: Int32Array | null): CodedValues | null {
  const known = new Map<unknown, number>();
  const places = new Int32Array(values.length);
  const most = Math.max(1, (rows ?? values).length >> 1);
  for (let index = 0; index < values.length; index++) {
    const value = values[index] ?? null;
    let place = value === null ? -1 : known.get(value);
    if (place === undefined) {
      place = known.size;
      if (place === most) return null;
      known.set(value, place);
    }
    places[index] = place;
  }
  const isDictionary = known.size > 0;
  const found = rows === null ? places : new Int32Array(rows.length);
  if (rows !== null) for (let row = 0; row < rows.length; row++) found[row] = places[rows[row] ?? -1] ?? -1;
  return { values: [...known.keys()], places: found, isDictionary };
}

function plain(values: readonly unknown[]): CodedValues {
  const places = new Int32Array(values.length);
  for (let index = 0; index < values.length; index++) places[index] = (values[index] ?? null) === null ? -1 : index;
  return { values, places, isDictionary: false };
}

/** The elements of lists, with the levels that say where each list begins and which lists are null or empty. */
export interface FlatLists {
  /** The elements of all lists, one after the other. A null or empty list has one undefined element. */
  readonly elements: readonly unknown[];
  readonly repetition: Uint8Array;
  /** 0 for a null list, 1 for an empty list, 2 for a null element, 3 for any other element. */
  readonly definition: Uint8Array;
}

/** @see https://github.com/apache/parquet-format/blob/master/LogicalTypes.md#lists */
export function flatLists({ values, rows }: ColumnValues): FlatLists {
  const length = (rows ?? values).length;
  const lists: (readonly unknown[] | null)[] = [];
  let entries = 0;
  for (let row = 0; row < length; row++) {
    const list = (values[rows === null ? row : (rows[row] ?? -1)] ?? null) as readonly unknown[] | null;
    lists.push(list);
    entries += Math.max(1, list?.length ?? 0);
  }
  const [elements, repetition, definition] = [
    new Array<unknown>(entries),
    new Uint8Array(entries),
    new Uint8Array(entries),
  ];
  let entry = 0;
  for (const list of lists) {
    if (list === null || list.length === 0) definition[entry++] = list === null ? 0 : 1;
    else {
      for (let index = 0; index < list.length; index++, entry++) {
        elements[entry] = list[index];
        repetition[entry] = index === 0 ? 0 : 1;
        definition[entry] = (list[index] ?? null) === null ? 2 : 3;
      }
    }
  }
  return { elements, repetition, definition };
}
