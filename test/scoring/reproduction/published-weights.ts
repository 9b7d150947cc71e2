/** A row of a table: figures over parts, and the figure over everything. */
export interface PartsAndWhole {
  readonly parts: readonly number[];
  readonly whole: number;
}

/**
 * The weights of the parts, adding up to 1, that make the weighted means of the rows come nearest to their wholes
 * (least squares). They recover the share of questions in each part if a paper does not print it.
 * @param rows at least one fewer than there are parts, and different enough to determine the weights
 */
export function fitWeights(rows: readonly PartsAndWhole[]): number[] {
  const last = (rows[0]?.parts.length ?? 0) - 1;
  // The last weight is what the others leave: w · (parts − last part) = whole − last part.
  const reduced = rows.map(({ parts, whole }) => {
    const base = parts[last] ?? 0;
    return { parts: parts.slice(0, last).map((part) => part - base), whole: whole - base };
  });
  const weights = solve(normalEquations(reduced, last));
  return [...weights, 1 - weights.reduce((sum, weight) => sum + weight, 0)];
}

/** AᵀA | Aᵀb, as rows. */
function normalEquations(rows: readonly PartsAndWhole[], size: number): number[][] {
  return Array.from({ length: size }, (_, i) => {
    const sumOf = (other: (row: PartsAndWhole) => number): number =>
      rows.reduce((sum, row) => sum + (row.parts[i] ?? 0) * other(row), 0);
    return [...Array.from({ length: size }, (_, j) => sumOf((row) => row.parts[j] ?? 0)), sumOf((row) => row.whole)];
  });
}

/** Gauss and Jordan, with partial pivoting, on the rows of an augmented matrix. */
function solve(matrix: readonly (readonly number[])[]): number[] {
  let rows = matrix.map((row) => [...row]);
  for (let column = 0; column < rows.length; column += 1) {
    const size = (row: readonly number[]): number => Math.abs(row[column] ?? 0);
    const [pivot = [], ...below] = rows.slice(column).sort((one, other) => size(other) - size(one));
    const scaled = pivot.map((value) => value / (pivot[column] ?? 1));
    const clear = (row: readonly number[]): number[] =>
      row.map((value, index) => value - (row[column] ?? 0) * (scaled[index] ?? 0));
    rows = [...rows.slice(0, column).map(clear), scaled, ...below.map(clear)];
  }
  return rows.map((row) => row.at(-1) ?? 0);
}
