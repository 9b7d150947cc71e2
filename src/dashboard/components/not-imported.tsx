import { HUB_DATASETS } from "../../domain/hub-datasets.ts";
import { CopyButton } from "./copy-button.tsx";

/** The files of the built-in benchmarks, as their authors name them. */
const FILES: Readonly<Record<keyof typeof HUB_DATASETS, string>> = {
  worldsense: "worldsense_qa.json",
  mmworld: "mmworld.json",
  omnivideobench: "data.json",
  "avi-bench": "levels",
};

const isBuiltIn = (slug: string): slug is keyof typeof HUB_DATASETS => Object.hasOwn(HUB_DATASETS, slug);

/** Says that the questions of a benchmark are not on this server, and how an administrator imports them. */
export function NotImported({ benchmark }: { readonly benchmark: string }) {
  const commands = isBuiltIn(benchmark)
    ? [`omnidex pull ${benchmark}`, `omnidex import ${benchmark} ${FILES[benchmark]}`]
    : [`omnidex import ${benchmark} questions.json`];
  return (
    <div className="card stack">
      <p>
        The questions of this benchmark are not on this server yet, so that it has no slices and no runs.{" "}
        {commands.length > 1
          ? "An administrator downloads and imports them, or imports files that are there already:"
          : "An administrator imports them:"}
      </p>
      <ul className="stack">
        {commands.map((command) => (
          <li key={command} className="row">
            <code className="name">{command}</code>
            <CopyButton text={command} label={`Copy ${command}`} />
          </li>
        ))}
      </ul>
    </div>
  );
}
