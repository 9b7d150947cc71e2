import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { Button } from "react-aria-components";
import { counted } from "../../../domain/counted.ts";
import type { QuestionFilter } from "../../../sdk/index.ts";
import { download } from "../../components/download.ts";
import { Picker } from "../../components/picker.tsx";
import { count } from "../../data/figures-text.ts";
import { omnidex } from "../../data/page-client.ts";
import { failureText } from "../../data/query-client.ts";

interface PromptExportProps {
  /** The slug; null for all benchmarks. */
  readonly benchmark: string | null;
  /** The slice, with its benchmark. */
  readonly filter: QuestionFilter;
  readonly total: number;
}

const DEFAULT = "*";

/** Exports the prompts of the slice as a file with a line of JSON for each question. */
export function PromptExport({ benchmark, filter, total }: PromptExportProps) {
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
