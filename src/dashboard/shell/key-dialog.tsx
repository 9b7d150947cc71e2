import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  Button,
  Dialog,
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
import { isSignInToken, setApiKey, useApiKey } from "../data/api-key.ts";
import { viewerQuery } from "../data/queries.ts";
import { failureText } from "../data/query-client.ts";

interface KeyDialogProps {
  readonly hasKey: boolean;
  readonly close: () => void;
}

/** The dialog in which the key of this tab is entered or forgotten. */
export const KeyDialog = ({ hasKey, close }: KeyDialogProps) => (
  <ModalOverlay className="overlay" isOpen isDismissable onOpenChange={(isOpen) => isOpen || close()}>
    <Modal className="modal">
      <Dialog className="dialog">
        <KeyForm hasKey={hasKey} close={close} />
      </Dialog>
    </Modal>
  </ModalOverlay>
);

function KeyForm({ hasKey, close }: KeyDialogProps) {
  const [fault, setFault] = useState<string | null>(null);
  const [isChecking, setChecking] = useState(false);
  const isSignedIn = isSignInToken(useApiKey());
  const { data: viewer } = useQuery({ ...viewerQuery(hasKey), enabled: hasKey });
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
      {viewer != null && (
        <p role="status">
          {isSignedIn ? "Signed in as" : "The key of"} <strong className="name">{viewer.owner}</strong>
        </p>
      )}
      <p className="soft small">
        Public runs can be read without a key. A key shows your private runs, and lets you submit. It stays in this tab
        and is forgotten when the tab is closed.
      </p>
      <TextField
        className="field"
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
            {isSignedIn ? "Sign out" : "Forget the key"}
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
