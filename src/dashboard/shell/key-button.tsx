import { type ReactNode, useState } from "react";
import {
  Button,
  Dialog,
  DialogTrigger,
  FieldError,
  Form,
  Heading,
  Input,
  Label,
  Modal,
  ModalOverlay,
  Text,
  TextField,
} from "react-aria-components";
import { Omnidex } from "../../sdk/index.ts";
import { Icon } from "../components/icon.tsx";
import { setApiKey, useApiKey } from "../data/api-key.ts";
import { failureText } from "../data/query-client.ts";

/** The button in the header that opens the key dialog. */
export function KeyButton() {
  const key = useApiKey();
  return (
    <KeyDialogOf hasKey={key !== null}>
      <Button className="icon-button" aria-label={key === null ? "Enter an API key" : "API key: entered"}>
        <Icon name="key" />
        {key !== null && <span className="key-mark" aria-hidden="true" />}
      </Button>
    </KeyDialogOf>
  );
}

/** A labelled button that opens the key dialog, for views that need a key. */
export function KeyDialog() {
  const key = useApiKey();
  return (
    <KeyDialogOf hasKey={key !== null}>
      <Button className="button">Enter a key</Button>
    </KeyDialogOf>
  );
}

/** The dialog in which the key of this tab is entered or forgotten, with the button that opens it. */
const KeyDialogOf = ({ hasKey, children }: { readonly hasKey: boolean; readonly children: ReactNode }) => (
  <DialogTrigger>
    {children}
    <ModalOverlay className="overlay" isDismissable>
      <Modal className="modal">
        <Dialog className="dialog">{({ close }) => <KeyForm hasKey={hasKey} close={close} />}</Dialog>
      </Modal>
    </ModalOverlay>
  </DialogTrigger>
);

function KeyForm({ hasKey, close }: { readonly hasKey: boolean; readonly close: () => void }) {
  const [fault, setFault] = useState<string | null>(null);
  const [isChecking, setChecking] = useState(false);
  async function enter(key: string): Promise<void> {
    setChecking(true);
    try {
      await checkKey(key);
      setApiKey(key);
      close();
    } catch (error) {
      setFault(failureText(error));
    }
    setChecking(false);
  }
  return (
    <Form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault();
        const key = new FormData(event.currentTarget).get("key");
        if (typeof key === "string") void enter(key.trim());
      }}
    >
      <Heading slot="title">API key</Heading>
      <p className="soft small">
        Public runs can be read without a key. A key shows your private runs, and lets you submit. It stays in this tab
        and is forgotten when the tab is closed.
      </p>
      <TextField
        name="key"
        type="password"
        autoFocus
        isRequired
        isInvalid={fault !== null}
        onChange={() => setFault(null)}
      >
        <Label>Key</Label>
        <Input className="input" placeholder="omx_…" autoComplete="off" spellCheck={false} />
        <Text slot="description" className="faint small">
          An administrator makes one with: omnidex keys create
        </Text>
        <FieldError className="field-error">{fault}</FieldError>
      </TextField>
      <div className="row end">
        {hasKey && (
          <Button className="button" onPress={() => forget(close)}>
            Forget the key
          </Button>
        )}
        <Button className="button primary" type="submit" isPending={isChecking}>
          Use this key
        </Button>
      </div>
    </Form>
  );
}

/** @throws OmnidexUnauthenticatedError if the server does not know the key */
async function checkKey(key: string): Promise<void> {
  const { viewer } = await new Omnidex({ url: location.origin, apiKey: key }).query<{ viewer: unknown }>(
    "{ viewer { owner } }",
  );
  if (viewer === null) throw new Error("The server does not know this key.");
}

function forget(close: () => void): void {
  setApiKey(null);
  close();
}
