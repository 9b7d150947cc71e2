import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  Button,
  Checkbox,
  CheckboxGroup,
  Dialog,
  DialogTrigger,
  Form,
  Heading,
  Label,
  Modal,
  ModalOverlay,
} from "react-aria-components";
import { completeScopes, KEY_SCOPES, type KeyScope, OWNER_SCOPES } from "../../../domain/vocabulary.ts";
import type { ApiKey } from "../../../sdk/index.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { Field } from "../../components/field.tsx";
import { ScrollRegion } from "../../components/scroll-region.tsx";
import { date } from "../../data/figures-text.ts";
import { failureText, omnidex, queryClient } from "../../data/query-client.ts";
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
function NewKey({ onMade }: { readonly onMade: () => void }) {
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

const KEYS = ["api-keys"] as const;
const PAGE = 50;

/** The API keys, with a form that makes another one. */
export function Keys() {
  const { data, error, hasNextPage, fetchNextPage } = useInfiniteQuery({
    queryKey: KEYS,
    queryFn: ({ pageParam, signal }) => omnidex().apiKeys({ pageSize: PAGE, signal }).page(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
  });
  const keys = data?.pages.flatMap(({ nodes }) => nodes) ?? [];
  const refresh = (): void => void queryClient.invalidateQueries({ queryKey: KEYS });
  return (
    <section className="card stack" aria-labelledby="admin-keys">
      <h2 id="admin-keys">API keys</h2>
      <NewKey onMade={refresh} />
      {error !== null && <p className="field-error">{failureText(error)}</p>}
      {data !== undefined && keys.length === 0 && <p className="soft">No key has been made.</p>}
      {keys.length > 0 && <KeyTable keys={keys} onRevoked={refresh} />}
      {hasNextPage && (
        <Button className="button" onPress={() => void fetchNextPage()}>
          More keys
        </Button>
      )}
    </section>
  );
}

const KeyTable = ({ keys, onRevoked }: { readonly keys: readonly ApiKey[]; readonly onRevoked: () => void }) => (
  <ScrollRegion className="table-frame" label="All keys">
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Owner</th>
          <th scope="col">Begins with</th>
          <th scope="col">Made</th>
          <th scope="col">Last used</th>
          <th scope="col">State</th>
          <th scope="col">
            <span className="visually-hidden">Revoke</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <tr key={key.id}>
            <th scope="row" className="name clamp">
              <span className="clamp-text" title={key.name}>
                {key.name}
              </span>
            </th>
            <td className="name clamp">
              <span className="clamp-text" title={key.owner}>
                {key.owner}
              </span>
              <span className="tag">{rightsOf(key)}</span>
            </td>
            <td>
              <code>{key.prefix}…</code>
            </td>
            <td>{date(key.createdAt)}</td>
            <td>{key.lastUsedAt === null ? "never" : date(key.lastUsedAt)}</td>
            <td>{stateOf(key)}</td>
            <td>{key.revokedAt === null && <Revoke apiKey={key} onRevoked={onRevoked} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollRegion>
);

const rightsOf = ({ admin, scopes }: ApiKey): string => (admin ? "administrator" : scopes.join(", ").toLowerCase());

function stateOf({ revokedAt, expiresAt }: ApiKey): string {
  if (revokedAt !== null) return `revoked ${date(revokedAt)}`;
  if (expiresAt === null) return "valid";
  return new Date(expiresAt) <= new Date() ? `expired ${date(expiresAt)}` : `valid until ${date(expiresAt)}`;
}

/** Revokes a key, after a dialog that names it. */
function Revoke({ apiKey, onRevoked }: { readonly apiKey: ApiKey; readonly onRevoked: () => void }) {
  const { run, fault, isBusy } = useAction();
  return (
    <DialogTrigger>
      <Button className="button" aria-label={`Revoke ${apiKey.name}`}>
        Revoke
      </Button>
      <ModalOverlay className="overlay" isDismissable>
        <Modal className="modal">
          <Dialog role="alertdialog" className="dialog">
            {({ close }) => (
              <div className="stack">
                <Heading slot="title">Revoke this key?</Heading>
                <p>
                  <strong className="name">{apiKey.name}</strong> of <span className="name">{apiKey.owner}</span>,{" "}
                  <code>{apiKey.prefix}…</code>. Programs that use it are refused at once. This cannot be undone.
                </p>
                {fault !== null && <p className="field-error">{fault}</p>}
                <div className="row end">
                  <Button className="button" onPress={close} autoFocus>
                    Keep it
                  </Button>
                  <Button
                    className="button primary"
                    isDisabled={isBusy}
                    onPress={() =>
                      void run(async () => {
                        await omnidex().revokeApiKey(apiKey.id);
                        close();
                        onRevoked();
                      })
                    }
                  >
                    Revoke
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
