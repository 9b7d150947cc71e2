/** Grey placeholder boxes for content that is being fetched. */
export function Skeletons({
  count,
  height,
  className = "stack",
}: {
  readonly count: number;
  /** The height of each box, as a CSS length. */
  readonly height: string;
  readonly className?: string;
}) {
  return (
    <div className={className} role="status" aria-label="Loading">
      {Array.from({ length: count }, (_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the boxes are all alike
        <div key={place} className="skeleton" style={{ height }} />
      ))}
    </div>
  );
}
