import { notFound } from "../../domain/errors.ts";
import type { FinalBoard } from "../../domain/final-board.ts";
import { plainText } from "../../domain/printable-text.ts";
import { connect } from "../connection/sdk-client.ts";
import { writeWhole } from "../output/byte-sink.ts";
import { percent, percentRange } from "../output/figures.ts";
import { JSON_ONLY, requireExtensionOf } from "../output/file-extension.ts";
import { printJson, printLine, remark } from "../output/printing.ts";
import { formatTable } from "../output/table.ts";

export interface BoardOptions {
  readonly closed?: string;
  readonly output?: string;
  readonly json?: boolean;
}

const earlier = ({ closed }: BoardOptions) => (closed === undefined ? {} : { closedAt: closed });

/** Prints the leaderboard of a challenge as it was when it closed. */
export async function showFinalBoard(benchmark: string, options: BoardOptions): Promise<void> {
  const { omnidex } = await connect();
  const board = await omnidex.finalBoard(benchmark, earlier(options));
  if (options.json) return printJson(board);
  if (board === null) throw noBoard(benchmark);
  await printLine(describeBoard(board));
}

/**
 * Writes the signed board to a file, or to standard output.
 * @throws {UsageError} for a name whose extension is that of another format than JSON
 */
export async function exportFinalBoard(benchmark: string, options: BoardOptions): Promise<void> {
  const { output = "-" } = options;
  requireExtensionOf(JSON_ONLY, output, "The final board", "'omnidex challenge board' prints it as a table.");
  const { omnidex } = await connect();
  const signed = await omnidex.signedFinalBoard(benchmark, earlier(options));
  if (signed === null) throw noBoard(benchmark);
  await writeWhole(output, `${signed}\n`);
  if (output !== "-") remark(`Written to ${output}. The public keys are at /.well-known/jwks.json of the server.`);
}

const noBoard = (benchmark: string): Error => notFound("final board of", plainText(benchmark));

type Shown = Pick<
  FinalBoard,
  "benchmark" | "version" | "contentHash" | "closedAt" | "entries" | "privateEntries" | "names"
>;

/** A final board as text. */
export function describeBoard({ benchmark, version, contentHash, closedAt, ...board }: Shown): string {
  const named = new Map(board.names.map(({ pseudonym, model }) => [pseudonym, model]));
  const table = (title: string, entries: FinalBoard["entries"]): string[] => [
    "",
    title,
    formatTable(
      [
        { title: "RANK" },
        { title: "MODEL", flexible: true },
        { title: "SCORE", align: "right" },
        { title: "95 %", align: "right" },
        { title: "RUN" },
        { title: "SUBMITTED" },
      ],
      entries.map(({ rank, model, modelSlug, score, run, submittedAt }) => [
        String(rank),
        plainText(named.has(modelSlug) ? `${named.get(modelSlug)} (${model})` : model),
        percent(score.value),
        percentRange(score),
        run,
        submittedAt,
      ]),
    ),
  ];
  return [
    `${plainText(benchmark)}, release ${version} (${contentHash.slice(0, 12)}), closed ${closedAt}`,
    ...table(board.privateEntries === null ? "Board" : "Public board", board.entries),
    ...(board.privateEntries === null ? [] : table("Private board", board.privateEntries)),
  ].join("\n");
}
