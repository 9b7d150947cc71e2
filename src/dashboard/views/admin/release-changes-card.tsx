import {
  type ContentChanges,
  partName,
  type ReleaseChanges,
  type ReleaseRuns,
} from "../../../domain/release-changes.ts";
import { counted } from "../../../domain/texts.ts";
import { count } from "../../data/figures-text.ts";

const COLUMNS = ["before", "after", "added", "removed", "changed"] as const;

/** What changes when another release becomes the current one. */
export function ReleaseChangesCard({ changes }: { readonly changes: ReleaseChanges }) {
  const { from, to, questions, videos, leaving, returning } = changes;
  return (
    <div className="stack">
      <p>
        Release {to} in the place of release {from}:
      </p>
      <div className="table-frame">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">Kind</span>
              </th>
              {COLUMNS.map((column) => (
                <th key={column} scope="col" className="number">
                  {column}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            <ChangeRow name="questions" changes={questions} />
            <ChangeRow name="videos" changes={videos} />
          </tbody>
        </table>
      </div>
      <KeyLines noun="question" changes={questions} />
      <KeyLines noun="video" changes={videos} />
      <p>{runsText("leave the leaderboard", leaving)}</p>
      {returning.scored > 0 && <p>{runsText("return to the leaderboard", returning)}</p>}
    </div>
  );
}

const ChangeRow = ({ name, changes }: { readonly name: string; readonly changes: ContentChanges }) => (
  <tr>
    <th scope="row">{name}</th>
    {COLUMNS.map((column) => (
      <td key={column} className="number">
        {count(changes[column])}
      </td>
    ))}
  </tr>
);

function KeyLines({ noun, changes }: { readonly noun: string; readonly changes: ContentChanges }) {
  const kinds = [
    ["added", changes.added, changes.addedKeys],
    ["removed", changes.removed, changes.removedKeys],
    ["changed", changes.changed, changes.changedKeys],
  ] as const;
  const parts = changes.changedParts.map((changed) => `${partName(changed.part)} ${count(changed.count)}`);
  return (
    <>
      {kinds
        .filter(([, total]) => total > 0)
        .map(([kind, total, keys]) => (
          <p key={kind} className="small soft name">
            {counted(total, noun)} {kind}: {keys.join(", ")}
            {total > keys.length && ", …"}
          </p>
        ))}
      {parts.length > 0 && <p className="small soft">Parts that changed: {parts.join(", ")}</p>}
    </>
  );
}

function runsText(what: string, { scored, unfinished, modelCount, models }: ReleaseRuns): string {
  const runs = scored + unfinished;
  if (runs === 0) return `No run would ${what}.`;
  const names = `${models.join(", ")}${modelCount > models.length ? ", …" : ""}`;
  return `${counted(runs, "run")} of ${counted(modelCount, "model")} would ${what}: ${names}.`;
}
