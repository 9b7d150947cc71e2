import { useQuery } from "@tanstack/react-query";
import { DIMENSION_TITLES } from "../../domain/dimension-labels.ts";
import type { Dimension } from "../../sdk/index.ts";
import { dimensionsQuery } from "../data/queries.ts";
import { Segments } from "./choices.tsx";

interface DimensionChoice {
  readonly id: Dimension;
  readonly label: string;
}

/** The dimensions that scores can be broken down by, with their labels. */
const CHOICES: readonly DimensionChoice[] = Object.entries(DIMENSION_TITLES).map(([id, label]) => ({
  id: id as keyof typeof DIMENSION_TITLES,
  label,
}));

export const dimensionName = (dimension: Dimension): string =>
  dimension === "BENCHMARK" ? "Benchmark" : DIMENSION_TITLES[dimension];

/** The dimensions in which the questions of a benchmark have different values, and the picked dimension. */
export function useDimensions(
  benchmark: string,
  picked: Dimension | null,
  release: string | null = null,
): readonly DimensionChoice[] {
  const { data } = useQuery(dimensionsQuery(benchmark, release));
  return CHOICES.filter(({ id }) => id === picked || data?.has(id) === true);
}

/**
 * The dimension that a view shows. It is `picked`, if given; else `usual`, if the benchmark's questions have different
 * values of it; else the first dimension with different values. Null while the dimensions are being fetched.
 */
export function useDimension(
  benchmark: string,
  picked: Dimension | null,
  usual: Dimension,
  release: string | null = null,
): Dimension | null {
  const { data, isError } = useQuery({ ...dimensionsQuery(benchmark, release), enabled: picked === null });
  if (picked !== null || isError) return picked ?? usual;
  if (data === undefined) return null;
  return data.has(usual) ? usual : (CHOICES.find(({ id }) => data.has(id))?.id ?? usual);
}

interface DimensionPickerProps {
  /** The slug. */
  readonly benchmark: string;
  /** The id of an earlier release; null for the current one. */
  readonly release?: string | null;
  readonly picked: Dimension;
  readonly onPick: (dimension: Dimension) => void;
}

/** Picks the dimension that scores are broken down by. */
export const DimensionPicker = ({ benchmark, release = null, picked, onPick }: DimensionPickerProps) => (
  <Segments label="Dimension" choices={useDimensions(benchmark, picked, release)} picked={picked} onPick={onPick} />
);
