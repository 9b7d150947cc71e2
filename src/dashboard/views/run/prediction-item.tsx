import type { PredictionPageQuery } from "../../generated/operations.ts";
import { AnsweredQuestion } from "../../questions/answered-question.tsx";
import { ModelResponse } from "../../questions/model-response.tsx";
import { ErrorLabels, type Labelling } from "./error-labels.tsx";

type Prediction = NonNullable<NonNullable<PredictionPageQuery["run"]>["predictions"]>["nodes"][number];

interface PredictionItemProps {
  readonly run: string;
  readonly prediction: Prediction;
  /** The text that the reader searched for in the responses. */
  readonly said: string;
  readonly labelling: Labelling;
}

/** One question, and what the model answered. */
export const PredictionItem = ({ run, prediction, said, labelling }: PredictionItemProps) => (
  <li className="card prediction">
    <AnsweredQuestion question={prediction.question} picked={prediction.extraction?.answer ?? null} />
    <div className="prediction-output stack tight">
      <ModelResponse output={prediction} said={said} />
      {prediction.errorTypes !== null && (
        <ErrorLabels
          run={run}
          question={prediction.question.key}
          errorTypes={prediction.errorTypes}
          isRight={prediction.outcome === "CORRECT"}
          labelling={labelling}
        />
      )}
    </div>
  </li>
);
