import type { PredictionPageQuery } from "../../generated/operations.ts";
import { AnsweredQuestion } from "../../questions/answered-question.tsx";
import { ModelResponse } from "../../questions/model-response.tsx";

type Prediction = NonNullable<NonNullable<PredictionPageQuery["run"]>["predictions"]>["nodes"][number];

interface PredictionItemProps {
  readonly prediction: Prediction;
  /** The text that the reader searched for in the responses. */
  readonly said: string;
}

/** One question, and what the model answered. */
export const PredictionItem = ({ prediction, said }: PredictionItemProps) => (
  <li className="card prediction">
    <AnsweredQuestion question={prediction.question} picked={prediction.extraction?.answer ?? null} />
    <ModelResponse output={prediction} said={said} />
  </li>
);
