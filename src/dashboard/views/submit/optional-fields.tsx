import { useState } from "react";
import { Button, Checkbox, Disclosure, DisclosurePanel, Heading } from "react-aria-components";
import { Field } from "../../components/field.tsx";
import { Icon } from "../../components/icon.tsx";
import { type Draft, type DraftFaults, OPTIONAL_FIELDS, optionalText } from "./submission-draft.ts";

interface OptionalFieldsProps {
  readonly draft: Draft;
  readonly faults: DraftFaults;
  readonly isDisabled: boolean;
  readonly onChange: (change: Partial<Draft>) => void;
}

/** The optional fields of a run, folded away. They open by themselves if one of them has a fault. */
export function OptionalFields({ draft, faults, isDisabled, onChange }: OptionalFieldsProps) {
  const [isOpen, setOpen] = useState(false);
  const hasFault = OPTIONAL_FIELDS.some((name) => faults[name] !== undefined);
  return (
    <Disclosure className="optional-fields wide" isExpanded={isOpen || hasFault} onExpandedChange={setOpen}>
      <Heading level={3}>
        <Button slot="trigger" className="optional-head">
          <Icon name="chevron" />
          More about the run <span className="faint small name">{optionalText(draft) || "optional"}</span>
        </Button>
      </Heading>
      <DisclosurePanel>
        <div className="run-form">
          <Field
            label="Frames"
            value={draft.frames}
            fault={faults.frames}
            onChange={(frames) => onChange({ frames })}
            inputMode="numeric"
          />
          <Field
            label="Seed"
            value={draft.seed}
            fault={faults.seed}
            onChange={(seed) => onChange({ seed })}
            inputMode="numeric"
          />
          <Field
            label="Organization"
            value={draft.organization}
            onChange={(organization) => onChange({ organization })}
          />
          <Field
            label="Parameters"
            hint="such as 7B"
            value={draft.parameters}
            onChange={(parameters) => onChange({ parameters })}
          />
          <Field
            label="The model's page"
            value={draft.modelUrl}
            fault={faults.modelUrl}
            onChange={(modelUrl) => onChange({ modelUrl })}
            inputMode="url"
          />
          <Field label="Prompt template" value={draft.prompt} onChange={(prompt) => onChange({ prompt })} />
          <Field label="Notes" value={draft.notes} onChange={(notes) => onChange({ notes })} />
          <Checkbox
            className="check wide"
            isSelected={draft.openEnded}
            isDisabled={isDisabled}
            onChange={(openEnded) => onChange({ openEnded })}
          >
            <span className="check-box" aria-hidden="true" />
            Multiple-choice questions were asked without their options
          </Checkbox>
        </div>
      </DisclosurePanel>
    </Disclosure>
  );
}
