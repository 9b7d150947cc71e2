import { useEffect } from "react";

const STOPS = "a[href], button:not([disabled]), input:not([disabled])";

/** The steps of each arrow key: how many rows down, and how many links or controls to the right. */
const ARROWS: Readonly<Record<string, readonly [rows: number, stops: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

/**
 * Lets the arrow keys move between the links and controls of the page's tables: up and down within a column, left and
 * right within a row. Tab still reaches all of them.
 */
export function useArrowKeys(): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const next = event.ctrlKey || event.metaKey || event.altKey ? null : stopAfter(event);
      if (next === null) return;
      event.preventDefault();
      next.focus();
      next.scrollIntoView({ block: "nearest", inline: "nearest" });
    };
    document.addEventListener("keydown", listen);
    return () => document.removeEventListener("keydown", listen);
  }, []);
}

function stopAfter({ key, target, defaultPrevented }: KeyboardEvent): HTMLElement | null {
  const arrow = ARROWS[key];
  if (defaultPrevented || arrow === undefined || !(target instanceof HTMLElement) || isText(target)) return null;
  const row = target.closest<HTMLTableRowElement>("table tr");
  if (row === null) return null;
  const [down, right] = arrow;
  const place = stopsOf(row).indexOf(target) + right;
  if (down === 0) return stopsOf(row)[place] ?? null;
  return sameColumn(target, rowsAfter(row, down)) ?? null;
}

const isText = (target: HTMLElement): boolean => target.matches("input:not([type=checkbox], [type=radio]), textarea");

const stopsOf = (part: Element): readonly HTMLElement[] => [...part.querySelectorAll<HTMLElement>(STOPS)];

function rowsAfter(row: HTMLTableRowElement, step: number): readonly HTMLTableRowElement[] {
  const rows = [...(row.closest("table")?.rows ?? [])];
  const place = rows.indexOf(row);
  return step > 0 ? rows.slice(place + 1) : rows.slice(0, place).reverse();
}

/** The link or control in the same column of the nearest row that has one in this column. */
function sameColumn(target: HTMLElement, rows: readonly HTMLTableRowElement[]): HTMLElement | undefined {
  const cell = target.closest("td, th");
  if (!(cell instanceof HTMLTableCellElement)) return undefined;
  const inCell = stopsOf(cell).indexOf(target);
  for (const row of rows) {
    const stops = stopsOf(row.cells[cell.cellIndex] ?? row);
    const stop = stops[Math.min(inCell, stops.length - 1)];
    if (stop !== undefined) return stop;
  }
  return undefined;
}
