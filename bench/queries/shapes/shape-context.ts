import type { DataSize } from "../../data/data-size.ts";
import { Random } from "../../support/random.ts";

/** What a shape gathers while it is made: a GraphQL document's variables on one side, a statement's on the other. */
export class ShapeContext {
  readonly random: Random;
  readonly declarations: string[] = [];
  readonly variables: Record<string, unknown> = {};
  readonly parameters: unknown[] = [];
  #names = 0;

  constructor(
    seed: number,
    readonly size: DataSize,
  ) {
    this.random = new Random(seed);
  }

  /** A GraphQL variable of that value. */
  variable(type: string, value: unknown): string {
    const name = `v${this.declarations.length}`;
    this.declarations.push(`$${name}: ${type}`);
    this.variables[name] = value;
    return `$${name}`;
  }

  /** A parameter of the statement. */
  parameter(type: string, value: unknown): string {
    this.parameters.push(value);
    return `$${this.parameters.length}::${type}`;
  }

  /** A name that nothing else in the shape has. */
  name(prefix: string): string {
    this.#names += 1;
    return `${prefix}${this.#names}`;
  }
}

/** A part of a document, and the JSON expression that gives the same. */
export interface ShapePart {
  readonly graphql: string;
  readonly sql: string;
}
