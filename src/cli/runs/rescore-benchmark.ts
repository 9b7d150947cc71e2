import { OmnidexError } from "../../domain/errors.ts";
import { counted, plainText } from "../../domain/texts.ts";
import {
  type Omnidex,
  OmnidexUnauthenticatedError,
  type PreviewedRescoring,
  type RescoredRun,
} from "../../sdk/index.ts";
import { shareCell } from "../output/figures.ts";
import { colors, printJson, printLine, remark } from "../output/printing.ts";
import { type Column, formatTable } from "../output/table.ts";
import { ask } from "../output/terminal-prompts.ts";

export interface RescoreBenchmarkOptions {
  readonly reason?: string;
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/**
 * Says what the current extractor would change in all of the viewer's runs of a benchmark, and scores them again once
 * the viewer agrees: with `yes`, or at a terminal.
 */
export async function rescoreBenchmark(
  omnidex: Omnidex,
  benchmark: string,
  { reason, dryRun = false, yes = false, json = false }: RescoreBenchmarkOptions,
): Promise<void> {
  const preview = await omnidex.previewRescoring(benchmark, { standings: MOST_STANDINGS }).catch((error: unknown) => {
    // The server's own text is about writing, and a preview writes nothing.
    if (!(error instanceof OmnidexUnauthenticatedError)) throw error;
    throw new OmnidexError("UNAUTHENTICATED", "The preview is about your own runs, so it needs your key.");
  });
  if (!json) await printLine(previewText(benchmark, preview));
  const agreed = preview.runs.length > 0 && !dryRun && (yes || (!json && (await agrees(preview.runs.length))));
  const rescored = agreed ? await rescoreAll(omnidex, preview, reason) : [];
  if (json) return printJson({ ...preview, rescored });
  if (rescored.length > 0) remark(`${counted(rescored.length, "run")} scored again. The earlier scores are kept.`);
  else if (preview.runs.length > 0)
    remark(`Nothing was stored. omnidex rescore --benchmark ${benchmark} --yes scores them again.`);
}

/** The most runs of the leaderboard that the server returns. */
const MOST_STANDINGS = 1000;

const isAtTerminal = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

const agrees = async (runs: number): Promise<boolean> =>
  isAtTerminal() && /^y(es)?$/i.test(await ask(`Score ${counted(runs, "run")} again? yes or no`, "no"));

/** Rescores the runs one after the other. If it is interrupted, the same command continues with the remaining runs. */
async function rescoreAll(
  omnidex: Omnidex,
  { runs }: PreviewedRescoring,
  reason: string | undefined,
): Promise<RescoredRun[]> {
  const done: RescoredRun[] = [];
  for (const { run } of runs) done.push(await omnidex.rescoreRun(run.id, { reason }));
  return done.filter(({ rescored }) => rescored);
}

const COLUMNS: readonly Column[] = [
  { title: "RUN" },
  { title: "MODEL", flexible: true },
  { title: "SCORED BY" },
  { title: "READ DIFFERENTLY", align: "right" },
  { title: "SCORE", align: "right" },
  { title: "WOULD BE", align: "right" },
  { title: "RANK", align: "right" },
  { title: "WOULD BE", align: "right" },
];

const OTHER_COLUMNS: readonly Column[] = [
  { title: "RUN" },
  { title: "MODEL", flexible: true },
  { title: "RANK", align: "right" },
  { title: "WOULD BE", align: "right" },
];

/** What rescoring would change, as text. */
function previewText(benchmark: string, preview: PreviewedRescoring): string {
  const { extractor, runs, otherRuns } = preview;
  const current = `${extractor.name} ${extractor.version}`;
  const parts =
    runs.length === 0
      ? [`All of your runs of ${benchmark} were scored by ${current}.`]
      : [
          `${counted(runs.length, "run")} of yours on ${benchmark}, read by ${current}:`,
          ownTable(preview),
          ...(runs.some(({ readDifferently }) => readDifferently === null) ? [HIDDEN] : []),
          othersTable(preview),
        ];
  return [...parts, otherRuns === 0 ? "" : othersText(otherRuns)].filter((part) => part !== "").join("\n\n");
}

const HIDDEN = "The release hides its answers: what would change is not shown.";

const ownTable = ({ runs }: PreviewedRescoring): string =>
  formatTable(
    COLUMNS,
    runs.map(({ run, readDifferently, valueBefore, valueAfter, rankBefore, rankAfter }) => [
      { text: run.id, style: colors.bold },
      plainText(run.model.name),
      run.scoring === null ? "" : `${run.scoring.extractor} ${run.scoring.extractorVersion}`,
      String(readDifferently ?? ""),
      shareCell(valueBefore),
      shareCell(valueAfter),
      String(rankBefore ?? ""),
      String(rankAfter ?? ""),
    ]),
    { heading: colors.dim },
  );

/** How many runs of other owners are listed. */
const MOST_OTHERS = 20;

/** The runs of other owners whose rank would change. Their scores stay. */
function othersTable({ runs, standings }: PreviewedRescoring): string {
  const own = new Set(runs.map(({ run }) => run.id));
  const others = standings.filter(({ run }) => !own.has(run.id));
  if (others.length === 0) return "";
  const rows = others
    .slice(0, MOST_OTHERS)
    .map(({ run, rankBefore, rankAfter }) => [
      run.id,
      plainText(run.model.name),
      String(rankBefore),
      String(rankAfter),
    ]);
  const more = others.length - rows.length;
  return [
    `${counted(others.length, "other run")} would have another rank:`,
    formatTable(OTHER_COLUMNS, rows, { heading: colors.dim }),
    ...(more > 0 ? [`… and ${more} more; --json lists them.`] : []),
  ].join("\n");
}

const othersText = (count: number): string =>
  count === 1
    ? "1 public run of another owner keeps the score of an earlier version: only its owner can have it scored again."
    : `${count} public runs of other owners keep the scores of an earlier version: only their owners can have them scored again.`;
