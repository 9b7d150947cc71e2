/**
 * The fields of official records that the importers copy to `native` and that reveal no answer. They describe a
 * question or its media. Any other field in `native` may reveal an answer, such as a field that an importer does not
 * know, or a field that the authors of another benchmark add.
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
    // `prompt` and `options` are names of texts. `pre_question` is the confirmation question, without its answer.
    question: ["id", "subtask", "folder", "prompt", "options", "pre_question"],
  },
} as const satisfies Readonly<Record<string, Readonly<Record<"video" | "question", readonly string[]>>>>;
