import { memo } from "react";
import { CONDITION_WORDS } from "../../domain/slice/conditions.ts";
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
      label={CONDITION_WORDS.text.title}
      words={words}
      onChange={(text) => onEdit((filter) => pruned({ ...filter, text: text || undefined }))}
      hotkey="/"
    />
  );
});
