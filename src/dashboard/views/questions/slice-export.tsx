import { Button, Disclosure, DisclosurePanel, Heading } from "react-aria-components";
import type { QuestionFilter } from "../../../sdk/index.ts";
import { CopyButton } from "../../components/copy-button.tsx";
import { Icon } from "../../components/icon.tsx";
import { PromptExport } from "./prompt-export.tsx";
import { benchmarkFiles, sliceFiles } from "./slice-files.ts";

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
