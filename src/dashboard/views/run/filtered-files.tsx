import { useEffect, useRef, useState } from "react";
import { Button } from "react-aria-components";
import type { PlainPrediction } from "../../../formats/omnidex/plain-runs.ts";
import type { PredictionFilter } from "../../../sdk/index.ts";
import { download } from "../../components/download.ts";
import { count } from "../../data/figures-text.ts";
import { omnidex } from "../../data/page-client.ts";
import { failureText } from "../../data/query-client.ts";
import { PredictionRowsDocument } from "../../generated/operations.ts";

/** The predictions of one request. */
const PAGE = 500;

interface FilteredFilesProps {
  readonly run: string;
  readonly total: number;
  readonly filter: PredictionFilter;
}

/** Downloads the listed predictions, with the rows that the server's files of the whole run have. */
export function FilteredFiles({ run, total, filter }: FilteredFilesProps) {
  const [done, setDone] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const start = async (format: "ndjson" | "csv"): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setFailure(null);
    setDone(0);
    try {
      const { csvRows, omnidexRows } = await import("../../../formats/omnidex/plain-runs.ts");
      const write = format === "csv" ? csvRows : omnidexRows;
      const parts: BlobPart[] = [];
      for await (const part of write(null, pieces(run, filter, controller.signal, setDone)))
        parts.push(part as BlobPart);
      const type = format === "csv" ? "text/csv" : "application/x-ndjson";
      download(`${run}.filtered.${format}`, new Blob(parts, { type }));
    } catch (error) {
      if (!controller.signal.aborted) setFailure(failureText(error));
    }
    setDone(null);
  };
  if (done !== null)
    return (
      <>
        <span role="status">
          {count(done)} of {count(total)}
        </span>
        <Button className="text-button" onPress={() => running.current?.abort()}>
          Stop
        </Button>
      </>
    );
  return (
    <>
      {(["ndjson", "csv"] as const).map((format) => (
        <Button key={format} className="text-button" onPress={() => void start(format)}>
          {format}
        </Button>
      ))}
      {failure !== null && <span className="field-error">{failure}</span>}
    </>
  );
}

/** The predictions page by page. `onDone` is called with the number fetched so far. */
async function* pieces(
  run: string,
  filter: PredictionFilter,
  signal: AbortSignal,
  onDone: (done: number) => void,
): AsyncGenerator<readonly PlainPrediction[]> {
  let done = 0;
  for (let after: string | null = null; ; ) {
    const variables: { run: string; filter: PredictionFilter; first: number; after: string | null } = {
      ...{ run, filter, after },
      first: PAGE,
    };
    const answer = await omnidex().query(PredictionRowsDocument, variables, { signal });
    const page = answer.run?.predictions;
    if (page == null) return;
    yield page.nodes.map(({ question, extraction, ...rest }) => ({
      ...rest,
      key: question.key,
      extracted: extraction?.answer ?? null,
      rule: extraction?.rule ?? "",
    }));
    done += page.nodes.length;
    onDone(done);
    if (!page.pageInfo.hasNextPage) return;
    after = page.pageInfo.endCursor;
  }
}
