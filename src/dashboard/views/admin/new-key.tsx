import { useState } from "react";
import { Button, Checkbox, CheckboxGroup, Form, Label } from "react-aria-components";
import { completeScopes, KEY_SCOPES, type KeyScope, OWNER_SCOPES } from "../../../domain/key-scope.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { Field } from "../../components/field.tsx";
import { omnidex } from "../../data/page-client.ts";
import { useAction } from "./use-action.ts";

const EMPTY = { name: "", owner: "", expires: "", scopes: OWNER_SCOPES };

/** The scopes, with a description for those who create keys. Every key may read. */
const SCOPES: readonly { readonly scope: KeyScope; readonly label: string }[] = [
  { scope: "SUBMIT", label: "submit runs" },
  { scope: "MAINTAIN", label: "maintain the owner's benchmarks" },
  { scope: "ADMIN", label: "do everything, as an administrator" },
];

/** Whether the scopes leave a key unrestricted. */
const isUnlimited = (scopes: readonly KeyScope[]): boolean =>
  scopes.includes("ADMIN") || OWNER_SCOPES.every((scope) => scopes.includes(scope));

/** Makes a key, and shows its secret once. */
export function NewKey({ onMade }: { readonly onMade: () => void }) {
  const [draft, setDraft] = useState(EMPTY);
  const [made, setMade] = useState<{ readonly name: string; readonly secret: string } | null>(null);
  const { run, fault, isBusy } = useAction();
  const isAdmin = draft.scopes.includes("ADMIN");
  const change = (fields: Partial<typeof EMPTY>): void => setDraft((before) => ({ ...before, ...fields }));
  async function make(): Promise<void> {
    const { name, owner, expires, scopes } = draft;
    const { secret } = await omnidex().createApiKey({
      name,
      admin: scopes.includes("ADMIN"),
      // A key without scopes may do everything that its owner may do.
      ...(!isUnlimited(scopes) && { scopes: [...scopes] }),
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
        <Field label="Owner (default: the name)" value={draft.owner} onChange={(owner) => change({ owner })} />
        <Field label="Valid until" type="date" value={draft.expires} onChange={(expires) => change({ expires })} />
        <CheckboxGroup
          className="field"
          value={[...draft.scopes]}
          onChange={(picked) =>
            change({ scopes: completeScopes(KEY_SCOPES.filter((scope) => picked.includes(scope))) })
          }
        >
          <Label>Besides reading, it may</Label>
          {SCOPES.map(({ scope, label }) => (
            <Checkbox key={scope} value={scope} className="check" isDisabled={scope !== "ADMIN" && isAdmin}>
              <span className="check-box" aria-hidden="true" />
              {label}
            </Checkbox>
          ))}
        </CheckboxGroup>
      </div>
      <div className="row">
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
