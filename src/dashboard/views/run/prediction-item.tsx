import type { PredictionPageQuery } from "../../generated/operations.ts";
import { AnsweredQuestion } from "../../questions/answered-question.tsx";
import { ModelResponse } from "../../questions/model-response.tsx";

type Prediction = NonNullable<NonNullable<PredictionPageQuery["run"]>["predictions"]>["nodes"][number];

/** One question, and what the model answered. */
export const PredictionItem = ({ prediction }: { readonly prediction: Prediction }) => (
  <li className="card prediction">
    <AnsweredQuestion question={prediction.question} picked={prediction.extraction?.answer ?? null} />
    <ModelResponse output={prediction} />
  </li>
);
