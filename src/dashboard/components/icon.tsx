/** Paths on a 24 × 24 grid, drawn with a stroke width of 1.75. */
const PATHS = {
  arrow: "M5 12h14M13 6l6 6-6 6",
  check: "M5 12.5l4.5 4.5L19 7.5",
  chevron: "M9 6l6 6-6 6",
  close: "M6 6l12 12M18 6L6 18",
  contrast: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18ZM12 3v18",
  copy: "M9 9h11v11H9zM5 15H4V4h11v1",
  left: "M15 6l-6 6 6 6",
  filter: "M4 6h16M7 12h10M10 18h4",
  key: "M8 11.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9ZM11.3 12.8L20 4M16.5 7.5L19 10",
  moon: "M20 14.5A8 8 0 0 1 9.5 4 8 8 0 1 0 20 14.5Z",
  search: "M10.5 4a6.5 6.5 0 1 0 0 13 6.5 6.5 0 0 0 0-13ZM15.5 15.5L20 20",
  up: "M12 19V5M6 11l6-6 6 6",
  down: "M12 5v14M6 13l6 6 6-6",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.5 1.5M17.5 17.5L19 19M5 19l1.5-1.5M17.5 6.5L19 5",
} as const;

export type IconName = keyof typeof PATHS;

/** An icon, hidden from screen readers: it appears next to text or inside a labelled control. */
export const Icon = ({ name }: { readonly name: IconName }) => (
  <svg className="icon" viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);
