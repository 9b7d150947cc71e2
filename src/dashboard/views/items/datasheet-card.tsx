import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { datasheetRows } from "../../../domain/datasheet.ts";
import { omnidex } from "../../data/page-client.ts";

/** How the benchmark's data were made and are kept, each fact with its source. It is folded, and read when it is opened. */
export function DatasheetCard({ benchmark }: { readonly benchmark: string }) {
  const [open, setOpen] = useState(false);
  return (
    <details className="card no-print" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>How its data were made</summary>
      {open && <Facts benchmark={benchmark} />}
    </details>
  );
}

function Facts({ benchmark }: { readonly benchmark: string }) {
  const { data: datasheet } = useQuery({
    queryKey: ["datasheet", benchmark],
    queryFn: ({ signal }) => omnidex().datasheet(benchmark, { signal }),
  });
  if (datasheet === undefined) return null;
  if (datasheet === null) return <p className="soft">No source is known.</p>;
  return (
    <dl className="small">
      {datasheetRows(datasheet).map(([title, { text, source }]) => (
        <div key={`${title} ${source}`}>
          <dt>{title}</dt>
          <dd>
            {text} {source !== null && <span className="soft">({source})</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
