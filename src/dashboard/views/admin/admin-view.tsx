import { useQuery } from "@tanstack/react-query";
import { useApiKey } from "../../data/api-key.ts";
import { viewerQuery } from "../../data/queries.ts";
import { KeyDialog } from "../../shell/key-button.tsx";
import { useTitle, ViewFailure, ViewPending } from "../../shell/view-states.tsx";
import { Keys } from "./api-keys.tsx";
import { Corrections } from "./corrections.tsx";
import { ImportCard } from "./import-card.tsx";
import { Releases } from "./releases.tsx";

/** The administration page: keys, imports, releases and corrections. */
export function AdminView() {
  useTitle("Administration");
  const key = useApiKey();
  const { data, error, isPending, refetch } = useQuery(viewerQuery(key !== null));
  if (error !== null && data === undefined) return <ViewFailure error={error} reset={() => void refetch()} />;
  if (isPending) return <ViewPending />;
  if (data?.admin !== true) return <NotAdmin hasKey={key !== null} />;
  return (
    <div className="admin stack">
      <h1>Administration</h1>
      <Keys />
      <ImportCard />
      <Releases />
      <Corrections />
    </div>
  );
}

const NotAdmin = ({ hasKey }: { readonly hasKey: boolean }) => (
  <div className="view-state">
    <h1>This page needs an administrator's key</h1>
    <p className="soft">
      {hasKey ? "The key of this tab is not an administrator's." : "No key has been entered in this tab."}
    </p>
    <KeyDialog />
  </div>
);
