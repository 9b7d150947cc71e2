/**
 * The fields of official records that the readers put into `native`, unchanged. They describe a question or its media, and
 * none tells an answer. Everything else in `native` may tell one: fields that a reader does not know, and what the authors
 * of other benchmarks put there.
 */
export const NATIVE_FIELDS = {
  worldsense: {
    video: ["duration", "video_duration", "domain", "sub_category"],
    question: ["task_domain", "task_type"],
  },
  mmworld: {
    video: ["discipline", "subdiscipline", "clip_video_url", "duration"],
    question: ["type"],
  },
  omnivideobench: {
    video: ["video_type", "duration"],
    question: ["question_type", "audio_type"],
  },
  "avi-bench": {
    video: ["path"],
    // `prompt` and `options` are names of texts, `pre_question` is the question that confirms, without its answer.
    question: ["id", "subtask", "folder", "prompt", "options", "pre_question"],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<"video" | "question", readonly string[]>>>>;
