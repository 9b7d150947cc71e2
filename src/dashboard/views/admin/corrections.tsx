import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from "react-aria-components";
import { counted } from "../../../domain/texts.ts";
import type { CorrectedAnswers, PreviewedCorrections, Question } from "../../../sdk/index.ts";
import { BenchmarkSelect } from "../../components/benchmark-select.tsx";
import { Field } from "../../components/field.tsx";
import { benchmarksQuery } from "../../data/queries.ts";
import { omnidex, queryClient } from "../../data/query-client.ts";
import {
  type CorrectionDraft,
  CorrectionEffect,
  CorrectionHistory,
  correctionOf,
  questionOf,
} from "./correction-history.tsx";
import { useAction } from "./use-action.ts";

/** A question whose answer may be corrected, with the answer as it is now. */
const CorrectedQuestion = ({ question: { id, text, options, answer } }: { readonly question: Question }) => (
  <div className="stack">
    <p className="name">
      <Link to="/questions/$question" params={{ question: id }}>
        {text}
      </Link>
    </p>
    <ol className="plain-list">
      {options.map(({ label, text: option }) => (
        <li key={label} className="name">
          {label}. {option}
          {answer?.labels?.includes(label) === true && <span className="tag">the answer now</span>}
        </li>
      ))}
    </ol>
    {options.length === 0 && (
      <p className="name">The answer now: {answer?.text ?? String(answer?.value ?? "unknown")}</p>
    )}
  </div>
);

const EMPTY: CorrectionDraft = { benchmark: "", question: "", answer: "", reason: "", author: "" };

/** The progress of the correction in the form: the previewed effect, then the result. */
interface Progress {
  readonly preview: PreviewedCorrections | null;
  readonly done: CorrectedAnswers | null;
}
const NOTHING: Progress = { preview: null, done: null };

/** Corrects the answer of a question: shows the effect, asks for confirmation, and lists earlier corrections. */
export function Corrections() {
  const benchmarks = useQuery(benchmarksQuery).data ?? [];
  const [draft, setDraft] = useState(EMPTY);
  const [found, setFound] = useState<Question | null>(null);
  const [{ preview, done }, setProgress] = useState(NOTHING);
  const { run, fault, isBusy } = useAction();
  const change = (fields: Partial<CorrectionDraft>): void => {
    setDraft((before) => ({ ...before, ...fields }));
    // The reason and the name do not change the effect.
    if (fields.reason === undefined && fields.author === undefined) setProgress(NOTHING);
    if (fields.benchmark !== undefined || fields.question !== undefined) setFound(null);
  };
  const look = (): void => void run(async () => setFound(await questionOf(draft.benchmark, draft.question.trim())));
  const foresee = (): void =>
    void run(async () => {
      setProgress({ preview: await omnidex().previewCorrections(correctionOf(draft)), done: null });
    });
  const correct = (): Promise<void> =>
    run(async () => {
      const { reason, author } = draft;
      const made = await omnidex().correctAnswers({
        ...correctionOf(draft),
        reason: reason.trim(),
        author: author.trim(),
      });
      setProgress({ preview, done: made });
      setFound(await questionOf(draft.benchmark, draft.question.trim()));
      await queryClient.invalidateQueries();
    });
  return (
    <section className="card stack" aria-labelledby="admin-corrections">
      <h2 id="admin-corrections">Correct an answer</h2>
      <div className="admin-form">
        <BenchmarkSelect
          benchmarks={benchmarks}
          picked={draft.benchmark}
          fault={undefined}
          isDisabled={isBusy}
          onPick={(benchmark) => change({ benchmark })}
        />
        <Field label="Question's key" value={draft.question} onChange={(question) => change({ question })} />
        <Button
          className="button"
          isDisabled={isBusy || draft.benchmark === "" || draft.question.trim() === ""}
          onPress={look}
        >
          Show the question
        </Button>
      </div>
      {found !== null && (
        <>
          <CorrectedQuestion question={found} />
          <div className="admin-form">
            <Field
              label="Right answer"
              hint={found.options.length > 0 ? "the letter of the option" : "the answer itself"}
              value={draft.answer}
              onChange={(answer) => change({ answer })}
            />
            <Button className="button" isDisabled={isBusy || draft.answer.trim() === ""} onPress={foresee}>
              See the effect
            </Button>
          </div>
        </>
      )}
      {fault !== null && (
        <p className="field-error name" role="alert">
          {fault}
        </p>
      )}
      {isBusy && (
        <p role="status" className="soft">
          Working …
        </p>
      )}
      {preview !== null && <CorrectionEffect preview={preview} isDone={done !== null} />}
      {done !== null && (
        <p role="status">
          Corrected: revision {done.keyRevision.revision} of the key, {counted(done.rescored, "run")} rescored.
        </p>
      )}
      {preview !== null && done === null && (
        <div className="admin-form">
          <Field label="Reason (public)" value={draft.reason} onChange={(reason) => change({ reason })} />
          <Field label="Your name (public)" value={draft.author} onChange={(author) => change({ author })} />
          <ConfirmCorrection draft={draft} preview={preview} isBusy={isBusy} onConfirm={correct} />
        </div>
      )}
      {draft.benchmark !== "" && <CorrectionHistory benchmark={draft.benchmark} />}
    </section>
  );
}

interface ConfirmCorrectionProps {
  readonly draft: CorrectionDraft;
  readonly preview: PreviewedCorrections;
  readonly isBusy: boolean;
  readonly onConfirm: () => Promise<void>;
}

/** Makes a correction, after a dialog that states its effect again. */
function ConfirmCorrection({ draft, preview, isBusy, onConfirm }: ConfirmCorrectionProps) {
  const { question, answer, reason, author } = draft;
  const isWhole = [reason, author].every((text) => text.trim() !== "");
  return (
    <DialogTrigger>
      <Button className="button primary" isDisabled={isBusy || !isWhole}>
        Correct the answer …
      </Button>
      <ModalOverlay className="overlay" isDismissable>
        <Modal className="modal">
          <Dialog role="alertdialog" className="dialog">
            {({ close }) => (
              <div className="stack">
                <Heading slot="title">Correct this answer?</Heading>
                <p>
                  The answer of <strong className="name">{question.trim()}</strong> becomes{" "}
                  <strong className="name">{answer.trim()}</strong>, and {counted(preview.rescored, "run")} will be
                  rescored. Earlier scores are kept with each run. The correction is public, with your name; another
                  correction can take it back.
                </p>
                <div className="row end">
                  <Button className="button" onPress={close} autoFocus>
                    Leave it
                  </Button>
                  <Button
                    className="button primary"
                    onPress={() => {
                      close();
                      void onConfirm();
                    }}
                  >
                    Correct and rescore
                  </Button>
                </div>
              </div>
            )}
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
}
