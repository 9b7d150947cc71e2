/** The amount of data. All runs are over the first benchmark. */
export interface DataSize {
  readonly benchmarks: number;
  readonly videosPerBenchmark: number;
  readonly questionsPerVideo: number;
  readonly models: number;
  readonly runs: number;
  readonly predictionsPerRun: number;
}

/** 4 benchmarks, 5,000 videos, 20,000 questions, 1,000 runs of 3,000 predictions. */
export const FULL: DataSize = {
  benchmarks: 4,
  videosPerBenchmark: 1_250,
  questionsPerVideo: 4,
  models: 200,
  runs: 1_000,
  predictionsPerRun: 3_000,
};

/** Enough for every query to have an answer. */
export const SMOKE: DataSize = {
  benchmarks: 4,
  videosPerBenchmark: 13,
  questionsPerVideo: 4,
  models: 7,
  runs: 20,
  predictionsPerRun: 31,
};

export const benchmarkSlug = (index: number): string => `bench-${index + 1}`;

export const questionsPerBenchmark = (size: DataSize): number => size.videosPerBenchmark * size.questionsPerVideo;
