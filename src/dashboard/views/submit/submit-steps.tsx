import { Button } from "react-aria-components";
import { counted } from "../../../domain/counted.ts";
import type { DryRun } from "../../../submitting/dry-run.ts";
import type { ReaderReport } from "../../../submitting/reader-report.ts";

interface SubmitStepsProps {
  readonly report: ReaderReport | null;
  readonly validation: DryRun | null;
  /** What is missing before the run can be validated; null if nothing. */
  readonly missing: string | null;
  readonly isBusy: boolean;
  readonly hasKey: boolean;
  readonly onValidate: () => void;
  readonly onSend: () => void;
}

/** The two buttons at the end: validate, then submit. */
export function SubmitSteps({ report, validation, missing, isBusy, hasKey, onValidate, onSend }: SubmitStepsProps) {
  const isReady = report !== null && report.predictions > 0 && !isBusy && hasKey;
  const isValid = isReady && validation?.ok === true;
  const leaves = report !== null && report.problemCount > 0 ? `, without ${counted(report.problemCount, "row")}` : "";
  return (
    <div className="row end">
      {missing !== null && <p className="soft small submit-missing">{missing}</p>}
      <Button className={isValid ? "button" : "button primary"} isDisabled={!isReady} onPress={onValidate}>
        Validate
      </Button>
      <Button className={isValid ? "button primary" : "button"} isDisabled={!isValid} onPress={onSend}>
        {report === null ? "Submit" : `Submit ${counted(report.predictions, "prediction")}${leaves}`}
      </Button>
    </div>
  );
}
