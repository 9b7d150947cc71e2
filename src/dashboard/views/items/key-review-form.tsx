import { useState } from "react";
import { Button } from "react-aria-components";
import type { KeySuspect, KeyVerdict } from "../../../sdk/index.ts";
import { Segments } from "../../components/choices.tsx";
import { Field } from "../../components/field.tsx";
import { omnidex, queryClient } from "../../data/query-client.ts";
import { useAction } from "../admin/use-action.ts";

const VERDICTS = [
  { id: "CONFIRMED", label: "Wrong: correct it" },
  { id: "AMBIGUOUS", label: "Ambiguous" },
  { id: "RIGHT", label: "Right" },
] as const satisfies readonly { readonly id: KeyVerdict; readonly label: string }[];

const EFFECTS: Readonly<Record<(typeof VERDICTS)[number]["id"], string>> = {
  CONFIRMED: "The key is corrected for everyone, and all runs are rescored.",
  AMBIGUOUS: "The key stays. The question is listed as ambiguous, and slices can leave it out.",
  RIGHT: "The key stays. The question is listed again if the evidence rises.",
};

interface KeyReviewFormProps {
  /** The slug. */
  readonly benchmark: string;
  readonly suspect: KeySuspect;
  readonly onDone: () => void;
}

/** The form for a maintainer's decision about the answer key of a question. */
export function KeyReviewForm({ benchmark, suspect, onDone }: KeyReviewFormProps) {
  const { question, proposed } = suspect;
  const [verdict, setVerdict] = useState<(typeof VERDICTS)[number]["id"]>("AMBIGUOUS");
  const [reason, setReason] = useState("");
  const [answer, setAnswer] = useState(proposed);
  const { run, fault, isBusy } = useAction();
  const review = (): void =>
    void run(async () => {
      const decided = { benchmark, question: question.key, verdict, reason: reason.trim() };
      await omnidex().reviewKey(verdict === "CONFIRMED" ? { ...decided, answer: answer.trim() } : decided);
      await queryClient.invalidateQueries();
      onDone();
    });
  return (
    <section className="stack tight no-print" aria-label={`Review of ${question.key}`}>
      <Segments label="Verdict" choices={VERDICTS} picked={verdict} onPick={setVerdict} />
      <p className="small soft">{EFFECTS[verdict]}</p>
      {verdict === "CONFIRMED" && (
        <Field label="Right answer" hint="the letter of the option" value={answer} onChange={setAnswer} />
      )}
      <Field label="Reason" hint="stored with the review" value={reason} onChange={setReason} />
      {fault !== null && (
        <p className="field-error name" role="alert">
          {fault}
        </p>
      )}
      <div className="row">
        <Button className="button primary" isDisabled={isBusy || reason.trim() === ""} onPress={review}>
          {isBusy ? "Storing …" : "Store the review"}
        </Button>
        <Button className="button" isDisabled={isBusy} onPress={onDone}>
          Cancel
        </Button>
      </div>
    </section>
  );
}
