import { Checkbox, CheckboxGroup, FieldError, Label, Radio, RadioGroup } from "react-aria-components";
import type { Benchmark, Modality, Visibility } from "../../../sdk/index.ts";
import { BenchmarkSelect } from "../../components/benchmark-select.tsx";
import { Field } from "../../components/field.tsx";
import { MODALITIES } from "../../data/figures-text.ts";
import type { Draft, DraftFaults } from "./draft.ts";

interface RunFormProps {
  readonly draft: Draft;
  readonly faults: DraftFaults;
  readonly benchmarks: readonly Benchmark[];
  readonly isDisabled: boolean;
  readonly onChange: (change: Partial<Draft>) => void;
}

/** The form for the description of the run: its benchmark, model and settings. */
export function RunForm({ draft, faults, benchmarks, isDisabled, onChange }: RunFormProps) {
  return (
    <fieldset className="run-form" disabled={isDisabled}>
      <legend className="visually-hidden">The run</legend>
      <BenchmarkSelect
        benchmarks={benchmarks}
        picked={draft.benchmark}
        fault={faults.benchmark}
        isDisabled={isDisabled}
        onPick={(benchmark) => onChange({ benchmark })}
      />
      <Field
        label="Model"
        value={draft.model}
        onChange={(model) => onChange({ model })}
        fault={faults.model}
        isRequired
      />
      <Inputs picked={draft.inputs} fault={faults.inputs} isDisabled={isDisabled} onChange={onChange} />
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
      <Field label="Organization" value={draft.organization} onChange={(organization) => onChange({ organization })} />
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
      <OpenEnded isOpen={draft.openEnded} isDisabled={isDisabled} onChange={onChange} />
      <VisibleTo visibility={draft.visibility} isDisabled={isDisabled} onChange={onChange} />
    </fieldset>
  );
}

interface PartProps {
  readonly isDisabled: boolean;
  readonly onChange: RunFormProps["onChange"];
}

const Inputs = ({
  picked,
  fault,
  isDisabled,
  onChange,
}: PartProps & { readonly picked: readonly Modality[]; readonly fault: string | undefined }) => (
  <CheckboxGroup
    className="field wide"
    value={[...picked]}
    isDisabled={isDisabled}
    isRequired
    isInvalid={fault !== undefined}
    validationBehavior="aria"
    onChange={(values) => onChange({ inputs: INPUTS.filter((input) => values.includes(input)) })}
  >
    <Label>The model was given</Label>
    <div className="row">
      {INPUTS.map((input) => (
        <Checkbox key={input} value={input} className="check">
          <span className="check-box" aria-hidden="true" />
          {MODALITIES[input]}
        </Checkbox>
      ))}
    </div>
    <FieldError className="field-error">{fault}</FieldError>
  </CheckboxGroup>
);

const INPUTS: readonly Modality[] = ["VIDEO", "AUDIO", "SUBTITLES", "IMAGE", "CAPTION", "TEXT"];

const OpenEnded = ({ isOpen, isDisabled, onChange }: PartProps & { readonly isOpen: boolean }) => (
  <Checkbox
    className="check wide"
    isSelected={isOpen}
    isDisabled={isDisabled}
    onChange={(openEnded) => onChange({ openEnded })}
  >
    <span className="check-box" aria-hidden="true" />
    Multiple-choice questions were asked without their options
  </Checkbox>
);

const VisibleTo = ({ visibility, isDisabled, onChange }: PartProps & { readonly visibility: Visibility }) => (
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
