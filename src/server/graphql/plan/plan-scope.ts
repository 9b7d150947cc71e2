import { type SQLWrapper, sql } from "drizzle-orm";
import { OmnidexError } from "../../../domain/errors.ts";
import type { Viewer } from "../../../domain/viewer.ts";
import { laterValue } from "../../db/statement.ts";
import type { JsonText } from "./json-pieces.ts";
import type { RequestCost } from "./request-cost.ts";
import type { SelectedField } from "./selection.ts";
import { aliasedTable, type TableOf, TYPE_TABLES, type TypeName } from "./type-tables.ts";

/** The most tables in a statement, one for each object or list. It bounds PostgreSQL's time to plan the statement. */
export const MAX_PLANNED_TABLES = 1_000;
/** The deepest nesting of objects below a root field. */
export const MAX_PLANNED_DEPTH = 12;

/** The JSON text of a field of a GraphQL type, written from a row of the type's table. */
export type PlannedField<T> = (row: T, field: SelectedField, scope: PlanScope) => JsonText;

export type PlannedFields<T> = Readonly<Record<string, PlannedField<T>>>;

/** The fields of every planned type. Types refer to each other by name, so that their files form no cycle. */
export type PlannedTypes = { readonly [N in TypeName]: PlannedFields<TableOf<N>> };

/** A nesting level of a plan. It hands out table aliases and counts the objects that the plan may return. */
export interface PlanScope {
  readonly types: PlannedTypes;
  readonly viewer: Viewer;
  /** The computed fields, by the numbers of their holes. */
  readonly holes: readonly SelectedField[];
  /** Adds a hole for a computed field. @returns its number */
  hole(field: SelectedField): number;
  /**
   * The type's table under an alias that is unique in the statement.
   * @throws `COST_LIMIT_EXCEEDED` if the statement would read too many tables
   */
  row<N extends TypeName>(type: N): TableOf<N>;
  /**
   * The scope below an object, or below a list of at most `size` objects.
   * @throws `COST_LIMIT_EXCEEDED` if the plan would nest too deep or return too much
   */
  below(size: number): PlanScope;
  /** Notes that the statement searches responses. What it reads is measured and charged before it is sent. */
  searches(): void;
  /**
   * Notes a page whose texts may be long. @returns the most bytes of its texts, as an expression: the page's share of
   * `textBytes`, which is bound later. How many pages share it is known when the whole statement is written
   */
  pageBytes(): SQLWrapper;
  readonly reading: PlannedReading;
}

/** What a plan reads besides rows of bounded size. */
export interface PlannedReading {
  /** Whether it searches responses. */
  isSearch: boolean;
  /** The number of its pages of responses. */
  pages: number;
}

export function rootScope(types: PlannedTypes, viewer: Viewer, cost: RequestCost): PlanScope {
  return new Scope(types, viewer, cost, { aliases: 0 }, [], { isSearch: false, pages: 0 }, 0, 1);
}

class Scope implements PlanScope {
  constructor(
    readonly types: PlannedTypes,
    readonly viewer: Viewer,
    private readonly cost: RequestCost,
    private readonly counters: { aliases: number },
    readonly holes: SelectedField[],
    readonly reading: PlannedReading,
    private readonly depth: number,
    private readonly multiplier: number,
  ) {}

  hole(field: SelectedField): number {
    return this.holes.push(field) - 1;
  }

  row<N extends TypeName>(type: N): TableOf<N> {
    this.counters.aliases += 1;
    if (this.counters.aliases > MAX_PLANNED_TABLES) {
      throw costLimit(`The query asks for more than ${MAX_PLANNED_TABLES} different objects and lists; ask for fewer.`);
    }
    return aliasedTable(TYPE_TABLES[type], `t${this.counters.aliases}`);
  }

  below(size: number): PlanScope {
    const nodes = this.multiplier * size;
    this.cost.charge(nodes);
    if (this.depth + 1 > MAX_PLANNED_DEPTH) {
      throw costLimit(`The query nests more than ${MAX_PLANNED_DEPTH} objects deep.`);
    }
    const { types, viewer, cost, counters, holes, reading, depth } = this;
    return new Scope(types, viewer, cost, counters, holes, reading, depth + 1, Math.max(1, nodes));
  }

  searches(): void {
    this.reading.isSearch = true;
  }

  pageBytes(): SQLWrapper {
    this.reading.pages += 1;
    const sharing = (): number => this.multiplier * this.reading.pages;
    return { getSQL: () => sql`(${laterValue("textBytes")}::int / ${sql.raw(String(sharing()))})` };
  }
}

const costLimit = (message: string): OmnidexError => new OmnidexError("COST_LIMIT_EXCEEDED", message);
