import { HUB_DATASETS } from "../../domain/hub-datasets.ts";

/** Where a benchmark's official files are. */
export interface PullSource {
  /** A dataset of the Hugging Face Hub. */
  readonly repo: string;
  /** Sets of question files, without videos. The first set that has any file in the dataset is used. */
  readonly files: readonly (readonly string[])[];
  /** What the authors allow, in a few lines. `pull` shows it before the licence that the Hub's card names. */
  readonly terms: readonly string[];
}

/** The folders listed in AVI-Bench's README. */
const AVI_TASKS: Readonly<Record<string, readonly string[]>> = {
  perception: ["AMIC", "VMIC", "AVL", "AVM"],
  understand: ["VAR", "AVR", "AVC"],
  reasoning: ["AVH", "VAH", "AVQA", "AVLG"],
  sensation: ["ASQA", "VSQA_I", "VSQA_V", "AVSQA"],
};

const aviFiles = Object.entries(AVI_TASKS).flatMap(([stage, tasks]) =>
  tasks.map((task) => `levels/${stage}/${task}/data.json`),
);

/** The official source of each benchmark, by its slug. */
export const PULL_SOURCES: ReadonlyMap<string, PullSource> = new Map([
  [
    "worldsense",
    {
      repo: HUB_DATASETS.worldsense,
      files: [["worldsense_qa.json"]],
      terms: [
        "CC BY-NC-SA 4.0 by the paper's appendix H, CC BY-NC 4.0 by its datasheet: not for commercial use either way.",
        "The videos belong to their owners.",
      ],
    },
  ],
  [
    "omnivideobench",
    {
      repo: HUB_DATASETS.omnivideobench,
      files: [["data.parquet"], ["data.json"]],
      terms: [
        "CC BY-NC-SA 4.0: for research, not for commercial use.",
        "The dataset is gated: accept its authors' terms on its page, with a Hugging Face account.",
      ],
    },
  ],
  ["mmworld", { repo: HUB_DATASETS.mmworld, files: [["mmworld.json"]], terms: ["CC BY 4.0: name the authors."] }],
  [
    "avi-bench",
    {
      repo: HUB_DATASETS["avi-bench"],
      files: [aviFiles],
      terms: [
        "CC BY-ND 4.0 with the AVI-Bench Data Use Policy 1.0 (28 May 2026), whose addendum prevails:",
        "- for evaluation only: no part of it may be used to train, tune, distill or align a model, or to make data for that;",
        "- it must not be redistributed, mirrored or hosted elsewhere, so let nobody else use a server that has imported it;",
        "- it must not be scraped, crawled or batch-downloaded against the robots.txt of its page;",
        "- whoever publishes results must cite the paper. Downloading the benchmark means accepting the policy:",
        "  https://github.com/FudanCVL/AVI-Bench/blob/main/DATA_USE_POLICY.md",
        "Omnidex downloads the 15 annotation files, one after another, and no media.",
      ],
    },
  ],
]);
