import { Button } from "react-aria-components";
import { counted } from "../../../domain/counted.ts";
import type { KeptSubmission } from "./kept-submission.ts";

interface InterruptedProps {
  readonly kept: KeptSubmission;
  /** The benchmark's name. */
  readonly benchmark: string;
  readonly hasKey: boolean;
  readonly onResume: () => void;
  readonly onDiscard: () => void;
}

/** A notice about a submission that a reload interrupted and that can be resumed. */
export function Interrupted({ kept: { draft, files }, benchmark, hasKey, onResume, onDiscard }: InterruptedProps) {
  const [first] = files;
  return (
    <section className="notice stack" aria-label="Interrupted submission">
      <p>
        A submission was interrupted: <strong className="name">{draft.model}</strong> on {benchmark},{" "}
        <span className="name">{files.length === 1 ? first?.name : counted(files.length, "file")}</span>. Predictions
        that the server already has are not sent again.
        {!hasKey && " Enter your API key to resume it."}
      </p>
      <div className="row">
        <Button className="button primary" isDisabled={!hasKey} onPress={onResume}>
          Resume
        </Button>
        <Button className="button" onPress={onDiscard}>
          Discard
        </Button>
      </div>
    </section>
  );
}
