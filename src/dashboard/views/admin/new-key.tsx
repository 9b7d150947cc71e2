import { useState } from "react";
import { Button, Checkbox, Form } from "react-aria-components";
import { CopyButton } from "../../components/copy-button.tsx";
import { Field } from "../../components/field.tsx";
import { omnidex } from "../../data/omnidex.ts";
import { useAction } from "./use-action.ts";

const EMPTY = { name: "", owner: "", expires: "", admin: false };

/** Makes a key, and shows its secret once. */
export function NewKey({ onMade }: { readonly onMade: () => void }) {
  const [draft, setDraft] = useState(EMPTY);
  const [made, setMade] = useState<{ readonly name: string; readonly secret: string } | null>(null);
  const { run, fault, isBusy } = useAction();
  const change = (fields: Partial<typeof EMPTY>): void => setDraft((before) => ({ ...before, ...fields }));
  async function make(): Promise<void> {
    const { name, owner, expires, admin } = draft;
    const { secret } = await omnidex().createApiKey({
      name,
      admin,
      ...(owner.trim() !== "" && { owner }),
      ...(expires !== "" && { expiresAt: new Date(`${expires}T23:59:59`).toISOString() }),
    });
    setMade({ name, secret });
    setDraft(EMPTY);
    onMade();
  }
  return (
    <Form
      className="stack"
      aria-label="New API key"
      onSubmit={(event) => {
        event.preventDefault();
        void run(make);
      }}
    >
      <div className="admin-form">
        <Field label="Name" value={draft.name} onChange={(name) => change({ name })} isRequired />
        <Field label="Owner (as the name)" value={draft.owner} onChange={(owner) => change({ owner })} />
        <Field label="Valid until" type="date" value={draft.expires} onChange={(expires) => change({ expires })} />
        <Checkbox className="check" isSelected={draft.admin} onChange={(admin) => change({ admin })}>
          <span className="check-box" aria-hidden="true" />
          an administrator's
        </Checkbox>
        <Button type="submit" className="button primary" isDisabled={isBusy || draft.name.trim() === ""}>
          Make a key
        </Button>
      </div>
      {fault !== null && (
        <p className="field-error" role="alert">
          {fault}
        </p>
      )}
      {made !== null && (
        <div className="notice stack" role="status">
          <p>
            The key <strong className="name">{made.name}</strong>. It is shown only now: the server keeps no copy.
          </p>
          <div className="row">
            <code className="secret">{made.secret}</code>
            <CopyButton text={made.secret} label="Copy the key" />
            <Button className="button" onPress={() => setMade(null)}>
              Done
            </Button>
          </div>
        </div>
      )}
    </Form>
  );
}
