import type { Dimension } from "../../sdk/index.ts";
import { Segments } from "./segments.tsx";

/** The dimensions that scores can be broken down by, with their labels. */
export const DIMENSIONS_OFFERED: readonly { readonly id: Dimension; readonly label: string }[] = [
  { id: "TASK", label: "Task" },
  { id: "LEVEL", label: "Level" },
  { id: "AUDIO_TYPE", label: "Audio type" },
  { id: "CATEGORY", label: "Category" },
  { id: "DURATION", label: "Duration" },
  { id: "ANSWER_FORMAT", label: "Answer format" },
  { id: "STEP_COUNT", label: "Reasoning steps" },
];

/** The label of a dimension. */
export const dimensionName = (dimension: Dimension): string =>
  DIMENSIONS_OFFERED.find(({ id }) => id === dimension)?.label ?? dimension;

interface DimensionPickerProps {
  readonly picked: Dimension;
  readonly onPick: (dimension: Dimension) => void;
}

/** Picks the dimension that scores are broken down by. */
export const DimensionPicker = ({ picked, onPick }: DimensionPickerProps) => (
  <Segments label="Dimension" choices={DIMENSIONS_OFFERED} picked={picked} onPick={onPick} />
);
