/**
 * OmniVideoBench's `data.json`, counted by a plain script. It uses no code of Omnidex, so that the server's results can
 * be compared with it.
 */
export interface PlainVideo {
  readonly video: string;
  readonly video_type: string;
  readonly duration: string;
  readonly questions: readonly PlainRecord[];
}

export interface PlainRecord {
  readonly question: string;
  readonly question_type: string;
  readonly audio_type: string;
  readonly correct_option: string;
  readonly options: readonly string[];
  readonly reasoning_steps?: readonly object[];
}

/** One question with all properties that slices use, in the API's words. */
export interface PlainQuestion {
  readonly key: string;
  readonly video: string;
  readonly seconds: number;
  readonly correct: string;
  readonly values: Readonly<Record<string, string>>;
}

/** The averages of the paper's table 1, over the file. */
export function plainAverages(videos: readonly PlainVideo[]): Readonly<Record<string, number>> {
  const mean = (numbers: readonly number[]): number => numbers.reduce((sum, n) => sum + n, 0) / numbers.length;
  const words = (text: string): number => text.split(/\s+/).filter(Boolean).length;
  const records = videos.flatMap(({ questions }) => questions);
  const rightOption = ({ options, correct_option }: PlainRecord): string =>
    (options["ABCD".indexOf(correct_option)] ?? "").replace(/^[A-D]\s*[.):]?\s*/, "");
  const steps = records.map(({ reasoning_steps = [] }) => reasoning_steps.length).filter((n) => n > 0);
  return {
    durationSeconds: mean(
      videos.map(({ duration }) => duration.split(":").reduce((sum, part) => sum * 60 + Number(part), 0)),
    ),
    questionWords: mean(records.map(({ question }) => words(question))),
    optionCount: mean(records.map(({ options }) => options.length)),
    answerWords: mean(records.map((record) => words(rightOption(record)))),
    stepCount: mean(steps),
  };
}

/** The levels in published/taxonomy.json. OmniVideoBench's own paper gives no levels. */
const LEVELS: Readonly<Record<string, readonly string[]>> = {
  PERCEPTION: ["fine-grained perception", "counting"],
  UNDERSTANDING: [
    "attribute comparison",
    "background&music understanding",
    "spatial understanding",
    "temporal understanding",
    "summarization",
    "sentiment analysis",
  ],
  REASONING: [
    "causal reasoning",
    "relationship reasoning",
    "reference reasoning",
    "ego reasoning",
    "hypothetical reasoning",
  ],
};

const AUDIO: Readonly<Record<string, string>> = { Speech: "SPEECH", Sound: "SOUND", Music: "MUSIC" };

const hyphened = (text: string): string =>
  text
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter(Boolean)
    .join("-");

export function plainQuestions(videos: readonly PlainVideo[]): PlainQuestion[] {
  return videos.flatMap((video) =>
    video.questions.map((question, index) => {
      const [minutes = 0, rest = 0] = video.duration.split(":").map(Number);
      const seconds = minutes * 60 + rest;
      const level = Object.keys(LEVELS).find((name) => LEVELS[name]?.includes(question.question_type));
      return {
        key: `${video.video}/${index}`,
        video: video.video,
        seconds,
        correct: question.correct_option,
        values: {
          BENCHMARK: "omnivideobench",
          CATEGORY: hyphened(video.video_type),
          TASK: hyphened(question.question_type),
          LEVEL: level ?? "?",
          AUDIO_TYPE: AUDIO[question.audio_type] ?? "?",
          DURATION: seconds < 60 ? "under-1m" : seconds < 300 ? "1m-5m" : seconds < 600 ? "5m-10m" : "over-10m",
          ANSWER_FORMAT: "MULTIPLE_CHOICE",
        },
      };
    }),
  );
}

/** For each value of a dimension: how many questions, and how many videos. */
export function plainFacet(questions: readonly PlainQuestion[], dimension: string) {
  const facet: Record<string, { questions: number; videos: number }> = {};
  for (const value of new Set(questions.map(({ values }) => values[dimension]))) {
    if (value === undefined) continue;
    const having = questions.filter(({ values }) => values[dimension] === value);
    facet[value] = { questions: having.length, videos: new Set(having.map(({ video }) => video)).size };
  }
  return facet;
}
