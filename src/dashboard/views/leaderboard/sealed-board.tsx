import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { FinalBoard } from "../../../sdk/index.ts";
import { minute, scoreText } from "../../data/figures-text.ts";
import { finalBoardQuery } from "../../data/queries.ts";

/** The leaderboard that was stored when the benchmark's challenge closed. */
export function SealedBoard({ benchmark }: { readonly benchmark: string }) {
  const { data: board } = useQuery(finalBoardQuery(benchmark));
  if (board == null) return null;
  return (
    <details>
      <summary>Final board of {minute(board.closedAt)}</summary>
      <Entries
        title={board.privateEntries === null ? "All entries" : "Public board"}
        board={board}
        entries={board.entries}
      />
      {board.privateEntries !== null && <Entries title="Private board" board={board} entries={board.privateEntries} />}
    </details>
  );
}

interface EntriesProps {
  readonly title: string;
  readonly board: FinalBoard;
  readonly entries: FinalBoard["entries"];
}

function Entries({ title, board, entries }: EntriesProps) {
  const names = new Map(board.names.map(({ pseudonym, model }) => [pseudonym, model]));
  return (
    <table>
      <caption>{title}</caption>
      <thead>
        <tr>
          <th scope="col">Rank</th>
          <th scope="col">Model</th>
          <th scope="col">Score</th>
        </tr>
      </thead>
      <tbody>
        {entries.map(({ rank, run, model, modelSlug, score }) => (
          <tr key={run}>
            <td>{rank}</td>
            <td className="name">
              <Link to="/runs/$run" params={{ run }}>
                {names.get(modelSlug) ?? model}
              </Link>
            </td>
            <td>{scoreText({ ...score, interval: score })}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
