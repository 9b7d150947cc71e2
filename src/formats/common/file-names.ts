/** Words of file names that say what a file is, or which part of a benchmark it covers, and not which model made it. */
const OTHER_WORD =
  /^(?:results?|outputs?|out|predictions?|preds?|answers?|responses?|samples|wide|table|run\d*|final|test|val|dev|full|all|mini|benchmark|v\d+|short|medium|long|cpp|\d+f|\d+frames?|\d{8}|\d{6})$/i;

/**
 * The model that the name of a file suggests: the words between underscores that say nothing else. `Qwen3-VL-8B` in
 * `Qwen3-VL-8B_V1_short_predictions_wide.csv`; undefined for `results.json`.
 * @param benchmark a slug, whose words are left out, too
 */
export function modelInName(path: string, benchmark = ""): string | undefined {
  const bare = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, "");
  const stem = path
    .slice(path.lastIndexOf("/") + 1)
    .replace(/(?:\.(?:jsonl?|ndjson|csv|tsv|xlsx|parquet|eval|gz))+$/i, "");
  const parts = bare(benchmark) === "" ? [] : [bare(benchmark), ...benchmark.split("-")];
  const words = stem.split(/_+/).filter((word) => word !== "" && !OTHER_WORD.test(word) && !parts.includes(bare(word)));
  return words.length === 0 ? undefined : words.join("_");
}

const FRAMES = /(?:^|[^a-z\d])(\d+)[ _-]?(?:f|frm|frames?)(?![a-z\d])/i;

/** The number of frames that a name states: 16 in `16f_151k`, 32 in `model_32frames.json`. */
export function framesInName(name: string): number | undefined {
  const frames = FRAMES.exec(name)?.[1];
  return frames === undefined || Number(frames) === 0 ? undefined : Number(frames);
}
