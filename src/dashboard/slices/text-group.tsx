import type { QuestionFilter } from "../../sdk/index.ts";
import { WordsField } from "../components/words-field.tsx";
import { pruned } from "./filter-edit.ts";

interface TextGroupProps {
  readonly filter: QuestionFilter;
  readonly onChange: (filter: QuestionFilter) => void;
}

/** The full-text condition. */
export const TextGroup = ({ filter, onChange }: TextGroupProps) => (
  <WordsField
    label="Search questions and options"
    words={filter.text ?? ""}
    onChange={(words) => onChange(pruned({ ...filter, text: words || undefined }))}
    hotkey="/"
  />
);
