import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "react-aria-components";
import { percent } from "../../../domain/figures-text.ts";
import { sizedName } from "../../../domain/texts.ts";
import { reportedText } from "../../../domain/vocabulary.ts";
import type { Run } from "../../../sdk/index.ts";
import { ScrollRegion } from "../../components/scroll-region.tsx";
import { Skeletons } from "../../components/waiting.tsx";
import { ViewFailure } from "../../shell/view-states.tsx";
import { LEVEL_COLUMNS, LEVEL_MEANING, type LevelRow, levelRows, type RankedValue } from "./level-rows.ts";
import { levelsQuery, publishedLevelsQuery } from "./run-page-queries.ts";

/** The number of the paper's models that are shown before the reader asks for all of them. */
const SHOWN = 5;

/** AVI-Bench's stages and levels of a run, ranked among the models of its paper as in the paper's figure 3. */
export function CapabilityLevels({ run }: { readonly run: Run }) {
  const { data: levels, error, refetch } = useQuery(levelsQuery(run.id));
  const { data: published = [] } = useQuery(publishedLevelsQuery);
  const [isWhole, setWhole] = useState(false);
  if (error !== null && levels === undefined) return <ViewFailure error={error} reset={() => void refetch()} />;
  if (levels === undefined) return <Skeletons count={1} height="8rem" />;
  if (levels === null) return <p className="soft">The levels are kept secret with the answers of this release.</p>;
  const rows = levelRows(
    { name: run.model.name, levels: levels.complete, partial: levels.partial, reported: levels.reported },
    published.map(({ modelName, model, computed }) => ({
      name: sizedName(modelName, model.parameters),
      levels: computed,
    })),
  );
  const shown = isWhole ? rows : rows.slice(0, SHOWN + 1);
  return (
    <section className="stack" aria-labelledby="levels">
      <div>
        <h2 id="levels">Stages and levels</h2>
        <p className="faint small">
          In %, over the whole release, with the rank among the {published.length} models of the paper; questions
          without an answer count as wrong. A stronger colour is a better rank. A value that is marked partial covers
          only the tasks that have a score, and takes no rank; neither does one with reported scores.
        </p>
        {levels.complete.missing.length > 0 && (
          <p className="soft small">
            Without a score: {levels.complete.missing.map((slug) => slug.toUpperCase()).join(", ")}.
          </p>
        )}
        {levels.tasks.map(
          ({ task, reported }) =>
            reported !== null && (
              <p key={task.slug} className="soft small">
                {task.slug.toUpperCase()} {percent(reported.valueStrict)}: {reportedText(reported)}
              </p>
            ),
        )}
      </div>
      <ScrollRegion className="table-frame" label="Stages and levels, with ranks">
        <table className="table heat-map level-table">
          <caption className="visually-hidden">AVI-Bench's stages and levels, with ranks</caption>
          <thead>
            <tr>
              <th scope="col">Model</th>
              {LEVEL_COLUMNS.map((column) => (
                <th key={column} scope="col" className="number" title={LEVEL_MEANING[column]}>
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the paper has several settings of one name
              <Row key={place} row={row} of={rows.length} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {rows.length > shown.length && (
        <div className="row no-print">
          <Button className="text-button" onPress={() => setWhole(true)}>
            Show all {published.length} models of the paper
          </Button>
        </div>
      )}
    </section>
  );
}

const Row = ({ row, of }: { readonly row: LevelRow; readonly of: number }) => (
  <tr className={row.isRun ? undefined : "published-row"}>
    <th scope="row" className="name clamp">
      <span className="clamp-text">{row.name}</span>
      {row.isRun && <span className="faint small block">this run</span>}
    </th>
    {row.cells.map((cell, place) => (
      <Cell key={LEVEL_COLUMNS[place]} cell={cell} of={of} />
    ))}
  </tr>
);

/** A cell of the heat map, shaded in ten steps by rank. The best rank is the darkest. */
function Cell({ cell, of }: { readonly cell: RankedValue; readonly of: number }) {
  if (cell === null) return <td className="number faint">–</td>;
  if (cell.rank === null)
    return (
      <td className="number">
        {percent(cell.value)} <span className="faint small block">{cell.why}</span>
      </td>
    );
  const step = of < 2 ? 9 : Math.round((9 * (of - cell.rank)) / (of - 1));
  return (
    <td className={`number heat heat-${step}`}>
      {percent(cell.value)} <span className="small block">#{cell.rank}</span>
    </td>
  );
}
