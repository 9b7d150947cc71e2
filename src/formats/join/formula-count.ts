import { counted } from "../../domain/counted.ts";
import type { CellFormula } from "../files/submission-record.ts";

/** Counts a spreadsheet's formulas, and remembers the place of the first. */
export class FormulaCount {
  readonly #texts: Places = { count: 0, first: "" };
  readonly #values: Places = { count: 0, first: "" };

  /** @param place the place of the row */
  add(formulas: readonly CellFormula[], place: string): void {
    for (const { column, isText } of formulas) {
      const places = isText ? this.#texts : this.#values;
      places.count += 1;
      if (places.count === 1) places.first = `${place}, column ${column}`;
    }
  }

  /** At most two sentences: how many texts, and how many calculated values, were read. */
  notes(): readonly string[] {
    const [texts, values] = [this.#texts, this.#values];
    return [
      texts.count === 0
        ? ""
        : `${counted(texts.count, "cell")} of the spreadsheet had a formula or an error instead of a text that looks like one; the text was read (${placesOf(texts)}).`,
      values.count === 0
        ? ""
        : `${counted(values.count, "cell")} of the spreadsheet had a formula with a calculated value, which was read (${placesOf(values)}).`,
    ];
  }
}

interface Places {
  count: number;
  first: string;
}

const placesOf = ({ count, first }: Places): string => (count === 1 ? first : `${first}, is the first`);
