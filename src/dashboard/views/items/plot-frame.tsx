import type { ReactNode } from "react";

/** The drawing area of a figure, in units of its view box. */
export const FRAME = { width: 340, height: 230, left: 36, right: 10, top: 10, bottom: 38 } as const;

/** The vertical position of a share from 0 to 1. */
export const yOf = (share: number): number =>
  FRAME.height - FRAME.bottom - share * (FRAME.height - FRAME.top - FRAME.bottom);

/** A horizontal position from a fraction of the width, 0 to 1. */
export const xOf = (fraction: number): number => FRAME.left + fraction * (FRAME.width - FRAME.left - FRAME.right);

interface PlotFrameProps {
  /** A description of the figure for screen readers. A table beside the figure has the numbers. */
  readonly label: string;
  /** The title of the horizontal axis. */
  readonly axis: string;
  readonly ticks: readonly { readonly at: number; readonly label: string }[];
  readonly children: ReactNode;
}

const SHARES = [0, 0.25, 0.5, 0.75, 1];

/** The axes of a figure whose vertical axis is a share in percent. */
export const PlotFrame = ({ label, axis, ticks, children }: PlotFrameProps) => (
  <svg className="item-plot" role="img" aria-label={label} viewBox={`0 0 ${FRAME.width} ${FRAME.height}`}>
    {SHARES.map((share) => (
      <g key={share}>
        <line className="grid" x1={FRAME.left} x2={FRAME.width - FRAME.right} y1={yOf(share)} y2={yOf(share)} />
        <text x={FRAME.left - 6} y={yOf(share) + 4} textAnchor="end">
          {100 * share}
        </text>
      </g>
    ))}
    {ticks.map(({ at, label: tick }) => (
      <text key={tick} x={xOf(at)} y={FRAME.height - FRAME.bottom + 15} textAnchor="middle">
        {tick}
      </text>
    ))}
    <text x={xOf(0.5)} y={FRAME.height - 4} textAnchor="middle">
      {axis}
    </text>
    {children}
  </svg>
);
