import { useQuery } from "@tanstack/react-query";
import { minute } from "../../data/figures-text.ts";
import { benchmarkNotesQuery } from "../../data/queries.ts";
import type { BenchmarkNotesQuery } from "../../generated/operations.ts";
import { SealedBoard } from "./sealed-board.tsx";

type Challenge = NonNullable<BenchmarkNotesQuery["challenge"]>;

/** The dates of the challenge that a benchmark hosts, and its final board once it is stored. */
export function ChallengeNotice({ benchmark }: { readonly benchmark: string }) {
  const { data } = useQuery(benchmarkNotesQuery(benchmark));
  const challenge = data?.challenge ?? null;
  if (challenge === null) return null;
  const text = datesText(challenge, Date.now());
  return (
    <>
      {text !== "" && <p className="soft small">{text}</p>}
      {challenge.sealedAt !== null && <SealedBoard benchmark={benchmark} />}
    </>
  );
}

function datesText({ opensAt, closesAt, split }: Challenge, now: number): string {
  const isEarly = opensAt !== null && Date.parse(opensAt) > now;
  const isLate = closesAt !== null && Date.parse(closesAt) <= now;
  const parts = [
    isEarly ? `The challenge opens on ${minute(opensAt)}` : null,
    closesAt === null ? null : `${isLate ? "The challenge closed" : "Submissions close"} on ${minute(closesAt)}`,
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
  `${Date.parse(iso) > now ? "opens" : "opened"} on ${minute(iso)}`;
