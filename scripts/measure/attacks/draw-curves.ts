import type { Curve } from "./curves.ts";

/** The picture of the measured curves. */
export const CURVES_PICTURE = "docs/images/attacks.svg";

/** How many points over chance the defaults are meant to stay below. */
const LIMIT = 3;

interface Line {
  /** The stored curve. */
  readonly name: string;
  readonly label: string;
  readonly field: "points" | "private";
  readonly color: string;
  readonly dashes?: string;
}

const LINES: readonly Line[] = [
  { name: "three accounts", label: "three accounts, public part", field: "points", color: "#c2410c" },
  { name: "three accounts", label: "three accounts, private part", field: "private", color: "#c2410c", dashes: "2 4" },
  {
    name: "three accounts, no quota",
    label: "three accounts, no quota",
    field: "points",
    color: "#c2410c",
    dashes: "8 3",
  },
  {
    name: "three accounts, partial sheets",
    label: "three accounts, partial sheets",
    field: "points",
    color: "#6b7280",
  },
  { name: "one account", label: "one account, public part", field: "points", color: "#2563eb" },
  { name: "one account, no quota", label: "one account, no quota", field: "points", color: "#2563eb", dashes: "8 3" },
];

/** Where the axis of submissions has labels: after a day of one account, and its quota, that of three, and 90 days of one. */
const PLACES = [5, 15, 50, 150, 450];

const [WIDTH, HEIGHT] = [760, 400];
const FRAME = { left: 50, right: 20, top: 20, bottom: 130 };
const [LOWEST, HIGHEST] = [-2, 6];

/** Draws points over chance by submissions, as SVG that follows the reader's color scheme. */
export function drawCurves(curves: Readonly<Record<string, Curve>>): string {
  const lines = LINES.flatMap((line) => {
    const stored = curves[line.name];
    return stored === undefined ? [] : [{ ...line, ...stored }];
  });
  const most = Math.max(...PLACES);
  // Most is gained by the first submissions, so the axis is of their square root.
  const x = (submissions: number): number =>
    Math.round(FRAME.left + (WIDTH - FRAME.left - FRAME.right) * Math.sqrt(submissions / most));
  const y = (points: number): number =>
    Math.round(FRAME.top + ((HEIGHT - FRAME.top - FRAME.bottom) * (HIGHEST - points)) / (HIGHEST - LOWEST));
  const [right, bottom] = [WIDTH - FRAME.right, HEIGHT - FRAME.bottom];
  const horizontal = (points: number): string => {
    const kind = points === LIMIT ? ' class="limit"' : "";
    const label = `<text x="${FRAME.left - 8}" y="${y(points) + 4}" text-anchor="end">${points}</text>`;
    return `<path${kind} d="M${FRAME.left} ${y(points)}H${right}"/>${label}`;
  };
  const vertical = (place: number): string =>
    `<path d="M${x(place)} ${y(LOWEST)}v-6"/><text x="${x(place)}" y="${bottom + 18}" text-anchor="middle">${place}</text>`;
  const drawn = lines.map(({ curve, field, color, dashes, label, seeds }, place) => {
    const path = curve.map((point) => `L${x(point.submissions)} ${y(point[field] ?? 0)}`).join("");
    const stroke = `style="stroke:${color};stroke-width:2"${dashes === undefined ? "" : ` stroke-dasharray="${dashes}"`}`;
    const [left, top] = [FRAME.left + (place % 2) * 340, bottom + 62 + (place >> 1) * 24];
    return `<path ${stroke} d="M${x(0)} ${y(0)}${path}"/><path ${stroke} d="M${left} ${top}h24"/><text x="${left + 32}" y="${top + 4}">${label} (${seeds} ${seeds === 1 ? "key" : "keys"})</text>`;
  });
  const ticks = Array.from({ length: HIGHEST - LOWEST + 1 }, (_, place) => LOWEST + place);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12">
<title>Points over chance by submissions</title>
<style>path{fill:none;stroke:#d4d4d8}.limit{stroke:#18181b;stroke-dasharray:8 4}text{fill:#18181b}.page{fill:#fff}
@media (prefers-color-scheme:dark){path{stroke:#3f3f46}.limit{stroke:#fafafa}text{fill:#fafafa}.page{fill:#18181b}}</style>
<rect class="page" width="${WIDTH}" height="${HEIGHT}"/>
${ticks.map(horizontal).join("\n")}
${PLACES.map(vertical).join("\n")}
<text x="${FRAME.left + 6}" y="${y(HIGHEST) + 14}">points over chance</text>
<text x="${right}" y="${bottom + 36}" text-anchor="end">submissions of all accounts</text>
${drawn.join("\n")}
</svg>
`;
}
