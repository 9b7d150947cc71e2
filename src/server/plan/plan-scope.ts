import { OmnidexError } from "../../domain/errors.ts";
import type { Viewer } from "../../domain/viewer.ts";
import { aliasedTable } from "./aliased-table.ts";
import type { PlannedTypes } from "./planned-field.ts";
import { type TableOf, TYPE_TABLES, type TypeName } from "./type-tables.ts";

/** How many objects one root field may ask for, by the sizes of its pages. */
export const MAX_PLANNED_NODES = 200_000;
/** How many tables, each object and list being one, a statement may read: the time that PostgreSQL takes to plan it. */
export const MAX_PLANNED_TABLES = 1_000;
/** How deep objects may nest below a root field. */
export const MAX_PLANNED_DEPTH = 12;

/** Where in a plan one is: hands out table aliases, and counts what the plan may return. */
export interface PlanScope {
  readonly types: PlannedTypes;
  readonly viewer: Viewer;
  /**
   * The type's table under a name that no other part of the statement has.
   * @throws `COST_LIMIT_EXCEEDED` where the statement would read too many.
   */
  row<N extends TypeName>(type: N): TableOf<N>;
  /**
   * The scope below an object, or a list of at most `size` objects.
   * @throws `COST_LIMIT_EXCEEDED` where the plan would nest too deep or return too much.
   */
  below(size: number): PlanScope;
}

export function rootScope(types: PlannedTypes, viewer: Viewer): PlanScope {
  return new Scope(types, viewer, { aliases: 0, nodes: 0 }, 0, 1);
}

class Scope implements PlanScope {
  constructor(
    readonly types: PlannedTypes,
    readonly viewer: Viewer,
    private readonly counters: { aliases: number; nodes: number },
    private readonly depth: number,
    private readonly multiplier: number,
  ) {}

  row<N extends TypeName>(type: N): TableOf<N> {
    this.counters.aliases += 1;
    if (this.counters.aliases > MAX_PLANNED_TABLES) {
      throw costLimit(`The query asks for more than ${MAX_PLANNED_TABLES} different objects and lists; ask for fewer.`);
    }
    return aliasedTable(TYPE_TABLES[type], `t${this.counters.aliases}`);
  }

  below(size: number): PlanScope {
    const nodes = this.multiplier * size;
    this.counters.nodes += nodes;
    if (this.counters.nodes > MAX_PLANNED_NODES) {
      throw costLimit(`The query asks for more than ${MAX_PLANNED_NODES} objects; ask for smaller pages.`);
    }
    if (this.depth + 1 > MAX_PLANNED_DEPTH) {
      throw costLimit(`The query nests more than ${MAX_PLANNED_DEPTH} objects deep.`);
    }
    return new Scope(this.types, this.viewer, this.counters, this.depth + 1, Math.max(1, nodes));
  }
}

const costLimit = (message: string): OmnidexError => new OmnidexError("COST_LIMIT_EXCEEDED", message);
