import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Button, Disclosure, DisclosurePanel, Heading } from "react-aria-components";
import { counted } from "../../../domain/texts.ts";
import type { QuestionFilter } from "../../../sdk/index.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { download } from "../../components/download.ts";
import { Icon } from "../../components/icon.tsx";
import { Picker } from "../../components/picker.tsx";
import { count } from "../../data/figures-text.ts";
import { failureText, omnidex } from "../../data/query-client.ts";

/** A file that the server makes. */
interface SliceFile {
  readonly format: string;
  readonly about: string;
  /** The path on the server. */
  readonly address: string;
}

const FORMATS = [
  ["ndjson", "a line of JSON for each question"],
  ["csv", "a table for spreadsheets and pandas"],
  ["parquet", "columns with types, for DuckDB, Polars and pandas"],
] as const;

/** The slice in each format. */
const sliceFiles = (filter: QuestionFilter): readonly SliceFile[] =>
  FORMATS.map(([format, about]) => ({
    format,
    about,
    address: `/export/questions.${format}?filter=${encodeURIComponent(JSON.stringify(filter))}`,
  }));

/** The files of the whole benchmark, regardless of the slice. */
const benchmarkFiles = (slug: string): readonly SliceFile[] => [
  {
    format: "omnidex-json",
    about: "the whole benchmark as one file, which any server can import",
    address: `/export/benchmarks/${encodeURIComponent(slug)}.json`,
  },
  {
    format: "croissant",
    about: "the whole benchmark described for catalogs of data sets",
    address: `/croissant/${encodeURIComponent(slug)}`,
  },
];

interface PromptExportProps {
  /** The slug; null for all benchmarks. */
  readonly benchmark: string | null;
  /** The slice, with its benchmark. */
  readonly filter: QuestionFilter;
  readonly total: number;
}

const DEFAULT = "*";

/** Exports the prompts of the slice as a file with a line of JSON for each question. */
function PromptExport({ benchmark, filter, total }: PromptExportProps) {
  const [picked, setPicked] = useState(DEFAULT);
  const { data: templates = [] } = useQuery({
    queryKey: ["prompt templates", benchmark],
    queryFn: ({ signal }) => omnidex().promptTemplates(benchmark, { signal }),
    // A template of one benchmark does not fit questions of another.
    enabled: benchmark !== null,
  });
  // After the benchmark changes, `picked` may still name a template of the previous benchmark.
  const template = templates.find(({ name }) => name === picked)?.name;
  const writing = usePromptFile(filter, template);
  return (
    <div className="row">
      {templates.length > 1 && (
        <Picker
          label="Prompt template"
          choices={[
            { id: DEFAULT, label: "Default prompt" },
            ...templates.map(({ name, title }) => ({ id: name, label: title })),
          ]}
          picked={template ?? DEFAULT}
          onPick={setPicked}
        />
      )}
      {writing.done === null ? (
        <Button className="button" isDisabled={total === 0} onPress={writing.start}>
          Download {counted(total, "prompt")}
        </Button>
      ) : (
        <Button className="button" onPress={writing.stop}>
          Stop
        </Button>
      )}
      <span className="small soft" role="status">
        {writing.done !== null && `${count(writing.done)} of ${count(total)}`}
      </span>
      {writing.failure !== null && <span className="field-error">{writing.failure}</span>}
    </div>
  );
}

/** Writes the prompts page by page. `done` is the number written so far, and null if no export is in progress. */
function usePromptFile(filter: QuestionFilter, template: string | undefined) {
  const [done, setDone] = useState<number | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const running = useRef<AbortController | null>(null);
  const stop = (): void => running.current?.abort();
  useEffect(() => () => running.current?.abort(), []);
  const start = async (): Promise<void> => {
    const controller = new AbortController();
    running.current = controller;
    setFailure(null);
    setDone(0);
    try {
      const lines: string[] = [];
      const { signal } = controller;
      for await (const { id, key, prompt } of omnidex().prompts({ filter, template, pageSize: 500, signal })) {
        lines.push(`${JSON.stringify({ id, key, prompt })}\n`);
        if (lines.length % 500 === 0) setDone(lines.length);
      }
      download("prompts.ndjson", new Blob(lines, { type: "application/x-ndjson" }));
    } catch (error) {
      if (!controller.signal.aborted) setFailure(failureText(error));
    }
    setDone(null);
  };
  return { done, failure, stop, start: () => void start() };
}

interface SliceExportProps {
  /** The slug; null for all benchmarks. */
  readonly benchmark: string | null;
  /** The slice, with its benchmark. */
  readonly filter: QuestionFilter;
  /** The number of questions of the slice. */
  readonly total: number;
}

/** Exports of the slice: addresses of files that other tools can read, and the prompts for models. */
export const SliceExport = ({ benchmark, filter, total }: SliceExportProps) => (
  <Disclosure className="slice-group no-print">
    <Heading level={2}>
      <Button slot="trigger" className="slice-group-head">
        <Icon name="chevron" />
        Export this slice
      </Button>
    </Heading>
    <DisclosurePanel>
      <div className="stack tight">
        <div className="table-frame">
          <table className="table">
            <caption className="visually-hidden">Files of this slice</caption>
            <thead>
              <tr>
                <th scope="col">Format</th>
                <th scope="col" className="wide-only">
                  Address
                </th>
                <th scope="col">
                  <span className="visually-hidden">Copy</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {[...sliceFiles(filter), ...(benchmark === null ? [] : benchmarkFiles(benchmark))].map(
                ({ format, about, address }) => (
                  <tr key={format}>
                    <th scope="row">
                      <a href={address} download>
                        {format}
                      </a>
                      <span className="faint small block">{about}</span>
                    </th>
                    <td className="wide-only">
                      <code className="small export-address block">{location.origin + address}</code>
                    </td>
                    <td className="number">
                      <CopyButton text={location.origin + address} label={`Copy the address of the ${format} file`} />
                    </td>
                  </tr>
                ),
              )}
            </tbody>
          </table>
        </div>
        <PromptExport benchmark={benchmark} filter={filter} total={total} />
      </div>
    </DisclosurePanel>
  </Disclosure>
);
