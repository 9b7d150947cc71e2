import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from "react-aria-components";
import { counted } from "../../../domain/counted.ts";
import type { PreviewedCorrections } from "../../../sdk/index.ts";
import type { CorrectionDraft } from "./correction-queries.ts";

interface ConfirmCorrectionProps {
  readonly draft: CorrectionDraft;
  readonly preview: PreviewedCorrections;
  readonly isBusy: boolean;
  readonly onConfirm: () => Promise<void>;
}

/** Makes a correction, after a dialog that states its effect again. */
export function ConfirmCorrection({ draft, preview, isBusy, onConfirm }: ConfirmCorrectionProps) {
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
