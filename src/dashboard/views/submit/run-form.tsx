import { useState } from "react";
import {
  Button,
  Checkbox,
  CheckboxGroup,
  Disclosure,
  DisclosurePanel,
  FieldError,
  Heading,
  Label,
  Radio,
  RadioGroup,
  Text,
} from "react-aria-components";
import { inputsText, MODALITIES } from "../../../domain/figures-text.ts";
import type { Modality, Visibility } from "../../../sdk/index.ts";
import { Field } from "../../components/field.tsx";
import { Icon } from "../../components/icon.tsx";
import { type Draft, type DraftFaults, OPTIONAL_FIELDS, optionalText } from "./submission-draft.ts";

interface RunFormProps {
  readonly draft: Draft;
  readonly faults: DraftFaults;
  /** The inputs that the file's name or prompt suggests; empty if it suggests none. */
  readonly suggested: readonly Modality[];
  readonly isDisabled: boolean;
  readonly onChange: (change: Partial<Draft>) => void;
}

/** The form for the description of the run: its model and settings. */
export function RunForm({ draft, faults, suggested, isDisabled, onChange }: RunFormProps) {
  return (
    <fieldset className="run-form" disabled={isDisabled}>
      <legend className="visually-hidden">The run</legend>
      <Field
        label="Model"
        value={draft.model}
        onChange={(model) => onChange({ model })}
        fault={faults.model}
        isRequired
      />
      <Inputs
        picked={draft.inputs}
        fault={faults.inputs}
        suggested={suggested}
        isDisabled={isDisabled}
        onChange={onChange}
      />
      <VisibleTo visibility={draft.visibility} isDisabled={isDisabled} onChange={onChange} />
      <OptionalFields draft={draft} faults={faults} isDisabled={isDisabled} onChange={onChange} />
    </fieldset>
  );
}

interface PartProps {
  readonly isDisabled: boolean;
  readonly onChange: RunFormProps["onChange"];
}

export const Inputs = ({
  label = "The model was given",
  isRequired = true,
  picked,
  fault,
  suggested,
  isDisabled,
  onChange,
}: PartProps &
  Pick<RunFormProps, "suggested"> & {
    readonly label?: string;
    readonly isRequired?: boolean;
    readonly picked: readonly Modality[];
    readonly fault: string | undefined;
  }) => (
  <CheckboxGroup
    className="field wide"
    value={[...picked]}
    isDisabled={isDisabled}
    isRequired={isRequired}
    isInvalid={fault !== undefined}
    validationBehavior="aria"
    onChange={(values) => onChange({ inputs: INPUTS.filter((input) => values.includes(input)) })}
  >
    <Label>{label}</Label>
    <div className="row">
      {INPUTS.map((input) => (
        <Checkbox key={input} value={input} className="check">
          <span className="check-box" aria-hidden="true" />
          {MODALITIES[input]}
        </Checkbox>
      ))}
    </div>
    {suggested.length > 0 && (
      <Text slot="description" className="soft small">
        The file's name or prompt suggests {inputsText(suggested)}, but may leave inputs out. Tick everything that the
        model was given.
      </Text>
    )}
    <FieldError className="field-error">{fault}</FieldError>
  </CheckboxGroup>
);

const INPUTS: readonly Modality[] = ["VIDEO", "AUDIO", "SUBTITLES", "IMAGE", "CAPTION", "TEXT"];

export const VisibleTo = ({ visibility, isDisabled, onChange }: PartProps & { readonly visibility: Visibility }) => (
  <RadioGroup
    className="field wide"
    value={visibility}
    isDisabled={isDisabled}
    onChange={(value) => onChange({ visibility: value === "PUBLIC" ? "PUBLIC" : "PRIVATE" })}
  >
    <Label>Who sees it</Label>
    <div className="row">
      <Radio value="PRIVATE" className="check">
        <span className="check-box round" aria-hidden="true" />
        only you
      </Radio>
      <Radio value="PUBLIC" className="check">
        <span className="check-box round" aria-hidden="true" />
        everyone, on the leaderboard
      </Radio>
    </div>
  </RadioGroup>
);

interface OptionalFieldsProps {
  readonly draft: Draft;
  readonly faults: DraftFaults;
  readonly isDisabled: boolean;
  readonly onChange: (change: Partial<Draft>) => void;
}

/** The optional fields of a run, folded away. They open by themselves if one of them has a fault. */
function OptionalFields({ draft, faults, isDisabled, onChange }: OptionalFieldsProps) {
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
