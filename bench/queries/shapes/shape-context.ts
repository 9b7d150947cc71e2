import type { DataSize } from "../../data/data-size.ts";
import { Random } from "../../support/random.ts";

/** Collects the variables of a GraphQL document and the parameters of the equivalent statement. */
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

  /** Adds a GraphQL variable with the value. */
  variable(type: string, value: unknown): string {
    const name = `v${this.declarations.length}`;
    this.declarations.push(`$${name}: ${type}`);
    this.variables[name] = value;
    return `$${name}`;
  }

  /** Adds a parameter of the statement. */
  parameter(type: string, value: unknown): string {
    this.parameters.push(value);
    return `$${this.parameters.length}::${type}`;
  }

  /** A name that is unique within the shape. */
  name(prefix: string): string {
    this.#names += 1;
    return `${prefix}${this.#names}`;
  }
}

/** A part of a document, and the equivalent JSON expression in SQL. */
export interface ShapePart {
  readonly graphql: string;
  readonly sql: string;
}
