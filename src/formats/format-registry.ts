import { aviBench } from "./avi-bench/avi-bench-results.ts";
import { eee } from "./eee/eee-reader.ts";
import { inspect } from "./inspect/inspect-reader.ts";
import { lmmsEval } from "./lmms-eval/lmms-eval-reader.ts";
import { mmworld } from "./mmworld/mmworld-results.ts";
import { omnidex } from "./omnidex/omnidex-results.ts";
import { omniVideoBench } from "./omnivideobench/omnivideobench-results.ts";
import type { SubmissionFormat } from "./rows/submission-format.ts";
import { vlmEvalKit } from "./vlmevalkit/vlmevalkit-reader.ts";

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
