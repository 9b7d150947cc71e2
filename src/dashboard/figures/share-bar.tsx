import { count } from "../data/figures-text.ts";

export interface BarPart {
  readonly key: string;
  readonly label: string;
  readonly n: number;
  /** The number of the colour: 1 to 5, 8 and 9 are the series, 6 and 7 are greys. */
  readonly colour: 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;
}

/** The parts of a whole as one stacked bar. The legend states every number, so it can be read without the bar. */
export function ShareBar({ title, parts }: { readonly title: string; readonly parts: readonly BarPart[] }) {
  const total = parts.reduce((sum, { n }) => sum + n, 0);
  return (
    <figure className="share-bar">
      <figcaption className="faint small">{title}</figcaption>
      <svg aria-hidden="true" width="100%" height="8">
        {withStarts(parts).map(({ part, start }) => (
          <rect
            key={part.key}
            className={`part-${part.colour}`}
            x={`${(100 * start) / total}%`}
            width={`${(100 * part.n) / total}%`}
            height="8"
          />
        ))}
      </svg>
      <ul className="row small">
        {parts.map(({ key, label, n, colour }) => (
          <li key={key} className="share-bar-label">
            <span className={`swatch part-${colour}`} aria-hidden="true" />
            {label} <span className="faint">{count(n)}</span>
          </li>
        ))}
      </ul>
    </figure>
  );
}

function withStarts(parts: readonly BarPart[]): { part: BarPart; start: number }[] {
  let start = 0;
  return parts.map((part) => {
    const placed = { part, start };
    start += part.n;
    return placed;
  });
}
