import { existsSync } from "node:fs";
import { meanCorrelation, readAnswers, sampledCoverage } from "../../../test/scoring/metrics/simulated/real-boards.ts";
import {
  type BoardCoverage,
  type BoardSetting,
  boardCoverage,
} from "../../../test/scoring/metrics/simulated/simulated-boards.ts";

const ANSWERS = new URL("../../../../shared/datasets/mmlu-pro/choices.csv.gz", import.meta.url);
const SEED = 7;

const percent = (share: number): string => (100 * share).toFixed(1);

const BOARDS: readonly BoardSetting[] = [
  { models: 10, videos: 60, perVideo: 5, range: 2 },
  { models: 20, videos: 60, perVideo: 5, range: 2 },
  { models: 50, videos: 200, perVideo: 5, range: 2 },
  { models: 100, videos: 300, perVideo: 4, range: 3 },
  { models: 300, videos: 300, perVideo: 4, range: 3 },
  { models: 20, videos: 20, perVideo: 5, range: 2 },
  { models: 20, videos: 10, perVideo: 20, range: 2 },
  { models: 20, videos: 60, perVideo: 5, range: 0.000_01 },
  { models: 20, videos: 20, perVideo: 5, range: 0.000_01 },
];

const GROUPS = [
  { videos: 20, perVideo: 5 },
  { videos: 60, perVideo: 5 },
  { videos: 200, perVideo: 5 },
  { videos: 60, perVideo: 1 },
  { videos: 60, perVideo: 20 },
];

/** Tables for simulated leaderboards, ranked as the server ranks them. */
export function printBoards(factor: number): void {
  printHead("models | logits");
  for (const setting of BOARDS) {
    const boards = Math.max(10, Math.round(factor * Math.min(1_500, 30_000 / setting.models)));
    const found = boardCoverage(setting, boards, SEED);
    printRow(`${setting.models} | ${setting.range}`, setting, found, boards);
  }
}

/** Tables for leaderboards of real answers, over samples of the questions. */
export function printRealBoards(factor: number): void {
  if (!existsSync(ANSWERS)) {
    console.log(`\nSkipped: the answers to MMLU-Pro are not at ${ANSWERS.pathname}.`);
    return;
  }
  const answers = readAnswers(ANSWERS);
  console.log(`\n${answers.length} models, mean correlation ${meanCorrelation(answers).toFixed(2)}`);
  printHead("models");
  const boards = Math.max(10, Math.round(400 * factor));
  for (const setting of GROUPS)
    printRow(`${answers.length}`, setting, sampledCoverage(answers, setting, boards, SEED), boards);
}

function printHead(first: string): void {
  console.log(`\n| ${first} | videos | questions | boards | ranks hold | as independent | mean width | narrower |`);
  console.log(`|${" ---: |".repeat(7 + first.split("|").length)}`);
}

function printRow(
  first: string,
  { videos, perVideo }: Pick<BoardSetting, "videos" | "perVideo">,
  { covered, independent, width, narrower }: BoardCoverage,
  boards: number,
): void {
  const shares = `${percent(covered)} % | ${percent(independent)} % | ${width.toFixed(1)} | ${narrower.toFixed(2)}`;
  console.log(`| ${first} | ${videos} | ${videos * perVideo} | ${boards} | ${shares} |`);
}
