import { useInfiniteQuery } from "@tanstack/react-query";
import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from "react-aria-components";
import type { ApiKey } from "../../../sdk/index.ts";
import { ScrollRegion } from "../../components/scroll-region.tsx";
import { date } from "../../data/figures-text.ts";
import { omnidex } from "../../data/page-client.ts";
import { failureText, queryClient } from "../../data/query-client.ts";
import { NewKey } from "./new-key.tsx";
import { useAction } from "./use-action.ts";

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
