import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import {
  Autocomplete,
  Dialog,
  Header,
  Input,
  Menu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  SearchField,
  useFilter,
} from "react-aria-components";
import type { Run } from "../../sdk/index.ts";
import { copyText } from "../components/copy-button.tsx";
import { ScrollRegion } from "../components/scroll-region.tsx";
import { benchmarksQuery, latestRunsQuery } from "../data/queries.ts";
import { shortTitle, titleParts } from "../data/titles.ts";
import { HOTKEYS } from "./hotkeys.ts";

/** How many of the latest runs are searched. */
const MOST_RUNS = 100;
const LATEST = {};

const VIEWS = [
  { to: "/", name: "Benchmarks" },
  { to: "/questions", name: "Questions" },
  { to: "/submit", name: "Submit a run" },
] as const;

interface PaletteProps {
  /** Whether the list of hotkeys is shown as well. */
  readonly showsKeys: boolean;
  readonly onHelp: () => void;
  readonly onClose: () => void;
}

/** A dialog that finds a benchmark, one of the latest runs or a view by a few letters of its name. */
export function Palette({ showsKeys, onHelp, onClose }: PaletteProps) {
  const { contains } = useFilter({ sensitivity: "base" });
  return (
    <ModalOverlay className="overlay" isOpen isDismissable onOpenChange={(isOpen) => isOpen || onClose()}>
      <Modal className="modal palette">
        <Dialog className="dialog" aria-label="Find">
          <Autocomplete filter={contains}>
            <SearchField aria-label="Benchmark, model or view" autoFocus>
              <Input className="input" placeholder="Benchmark, model or view" />
            </SearchField>
            <Places onClose={onClose} onHelp={onHelp} />
          </Autocomplete>
          {showsKeys && <Keys />}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Places({ onHelp, onClose }: Pick<PaletteProps, "onHelp" | "onClose">) {
  const navigate = useNavigate();
  const benchmarks = useQuery(benchmarksQuery).data ?? [];
  const runs = useQuery(latestRunsQuery(LATEST, MOST_RUNS)).data?.nodes ?? [];
  const go = (move: Promise<void>): void => {
    void move;
    onClose();
  };
  return (
    <ScrollRegion className="palette-places" label="Places">
      <Menu
        className="menu"
        aria-label="Places found"
        renderEmptyState={() => <p className="soft small">Nothing has this name.</p>}
      >
        <MenuSection>
          <Header className="faint small">Views</Header>
          {VIEWS.map(({ to, name }) => (
            <MenuItem key={to} id={`view ${to}`} textValue={name} onAction={() => go(navigate({ to }))}>
              {name}
            </MenuItem>
          ))}
        </MenuSection>
        <MenuSection>
          <Header className="faint small">Commands</Header>
          <MenuItem id="copy link" textValue="Copy the link of this page" onAction={() => go(copyText(location.href))}>
            Copy the link of this page
          </MenuItem>
          <MenuItem id="show keys" textValue="Show the keys" onAction={onHelp}>
            Show the keys
          </MenuItem>
        </MenuSection>
        <MenuSection>
          <Header className="faint small">Benchmarks</Header>
          {benchmarks.map(({ slug, title }) => (
            <MenuItem
              key={slug}
              id={`benchmark ${slug}`}
              textValue={`${title} ${slug}`}
              onAction={() => go(navigate({ to: "/benchmarks/$benchmark", params: { benchmark: slug } }))}
            >
              <span className="name">
                {titleParts(title).name} <span className="soft small">{titleParts(title).rest}</span>
              </span>
            </MenuItem>
          ))}
        </MenuSection>
        <MenuSection>
          <Header className="faint small">Item analysis</Header>
          {benchmarks.map(({ slug, title }) => (
            <MenuItem
              key={slug}
              id={`items ${slug}`}
              textValue={`Item analysis: question statistics and health of ${slug}`}
              onAction={() => go(navigate({ to: "/items/$benchmark", params: { benchmark: slug } }))}
            >
              <span className="name">{shortTitle(title)}: question statistics and health</span>
            </MenuItem>
          ))}
        </MenuSection>
        <MenuSection>
          <Header className="faint small">Latest runs</Header>
          {runs.map((run) => (
            <MenuItem
              key={run.id}
              id={run.id}
              textValue={`${run.model.name} on ${run.benchmark.slug}, ${run.id}`}
              onAction={() => go(navigate({ to: "/runs/$run", params: { run: run.id } }))}
            >
              <span className="name clamp-text">{runName(run)}</span>
            </MenuItem>
          ))}
        </MenuSection>
      </Menu>
    </ScrollRegion>
  );
}

const runName = ({ model, benchmark, id }: Run): string => `${model.name} on ${shortTitle(benchmark.title)}, ${id}`;

const Keys = () => (
  <dl className="palette-keys small">
    {HOTKEYS.map(([keys, what]) => (
      <div key={keys}>
        <dt>
          <kbd>{keys}</kbd>
        </dt>
        <dd>{what}</dd>
      </div>
    ))}
  </dl>
);
