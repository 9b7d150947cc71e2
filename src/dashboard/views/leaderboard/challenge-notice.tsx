import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Challenge, FinalBoard } from "../../../sdk/index.ts";
import { scoreText } from "../../data/figures-text.ts";
import { challengeQuery, finalBoardQuery } from "../../data/queries.ts";

/** The dates of the challenge that a benchmark hosts, and its final board once it is stored. */
export function ChallengeNotice({ benchmark }: { readonly benchmark: string }) {
  const { data: challenge } = useQuery(challengeQuery(benchmark));
  if (challenge == null) return null;
  const text = datesText(challenge, Date.now());
  return (
    <>
      {text !== "" && <p className="soft small">{text}</p>}
      {challenge.sealedAt !== null && <Final benchmark={benchmark} />}
    </>
  );
}

function datesText({ opensAt, closesAt, split }: Challenge, now: number): string {
  const isEarly = opensAt !== null && Date.parse(opensAt) > now;
  const isLate = closesAt !== null && Date.parse(closesAt) <= now;
  const parts = [
    isEarly ? `The challenge opens on ${instant(opensAt)}` : null,
    closesAt === null ? null : `${isLate ? "The challenge closed" : "Submissions close"} on ${instant(closesAt)}`,
    split === null ? null : boardsText(split, now),
  ].filter((part) => part !== null);
  const text = parts.join("; ");
  return text === "" ? "" : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}

/** What the public board covers, and when the private board opens. */
function boardsText({ publicShare, privateOpensAt }: NonNullable<Challenge["split"]>, now: number): string {
  const opens = privateOpensAt === null ? "has no opening date yet" : openingText(privateOpensAt, now);
  return `scores cover ${Math.round(100 * publicShare)} % of the questions, and the private board over the others ${opens}`;
}

const openingText = (iso: string, now: number): string =>
  `${Date.parse(iso) > now ? "opens" : "opened"} on ${instant(iso)}`;

/** An instant to the minute, in UTC: `2027-03-01 12:00 UTC`. */
const instant = (iso: string): string => `${iso.slice(0, 10)} ${iso.slice(11, 16)} UTC`;

function Final({ benchmark }: { readonly benchmark: string }) {
  const { data: board } = useQuery(finalBoardQuery(benchmark));
  if (board == null) return null;
  return (
    <details>
      <summary>Final board of {instant(board.closedAt)}</summary>
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
