import { ToggleButton, ToggleButtonGroup } from "react-aria-components";
import type { QuestionFilter } from "../../sdk/index.ts";
import { pruned } from "./filter-edit.ts";

const FLAGS = [
  { field: "requiresAudio", label: "Needs the sound" },
  { field: "requiresVisual", label: "Needs the picture" },
  { field: "questionOnly", label: "Answerable without the video" },
  { field: "requiresDomainKnowledge", label: "Needs expert knowledge" },
] as const;

interface FlagGroupProps {
  readonly filter: QuestionFilter;
  readonly onChange: (filter: QuestionFilter) => void;
}

/** Conditions on the flags of questions: yes, no or any. */
export function FlagGroup({ filter, onChange }: FlagGroupProps) {
  return (
    <div className="flags">
      {FLAGS.map(({ field, label }) => (
        <div key={field} className="flag">
          <span className="small">{label}</span>
          <ToggleButtonGroup
            aria-label={label}
            selectionMode="single"
            className="segments"
            selectedKeys={typeof filter[field] === "boolean" ? [String(filter[field])] : []}
            onSelectionChange={(keys) => {
              const [picked] = keys;
              onChange(pruned({ ...filter, [field]: picked === undefined ? undefined : picked === "true" }));
            }}
          >
            <ToggleButton id="true">yes</ToggleButton>
            <ToggleButton id="false">no</ToggleButton>
          </ToggleButtonGroup>
        </div>
      ))}
    </div>
  );
}
