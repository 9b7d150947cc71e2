import { memo } from "react";
import { WordsField } from "../components/words-field.tsx";
import { pruned } from "./filter-edit.ts";
import type { SliceEdit } from "./slice-edit.ts";

interface TextGroupProps {
  readonly words: string;
  readonly onEdit: SliceEdit;
}

/** The full-text condition. */
export const TextGroup = memo(function TextGroup({ words, onEdit }: TextGroupProps) {
  return (
    <WordsField
      label="Search questions and options"
      words={words}
      onChange={(text) => onEdit((filter) => pruned({ ...filter, text: text || undefined }))}
      hotkey="/"
    />
  );
});
