import { aviBench } from "./formats/avi-bench.ts";
import { eee } from "./formats/eee.ts";
import { inspect } from "./formats/inspect.ts";
import { lmmsEval } from "./formats/lmms-eval.ts";
import { mmworld } from "./formats/mmworld.ts";
import { omnidex } from "./formats/omnidex.ts";
import { omniVideoBench } from "./formats/omnivideobench.ts";
import type { SubmissionFormat } from "./formats/submission-format.ts";
import { vlmEvalKit } from "./formats/vlmevalkit.ts";

/** All formats, with the most distinctive ones first. */
export const SUBMISSION_READERS: readonly SubmissionFormat[] = [
  lmmsEval,
  aviBench,
  inspect,
  eee,
  omniVideoBench,
  mmworld,
  vlmEvalKit,
  omnidex,
];
