/** The part of Omnidex's schema that the five queries need, for servers that are built from a schema. */
export const typeDefinitions = `
  enum AudioType { SPEECH SOUND MUSIC }
  enum Level { PERCEPTION UNDERSTANDING REASONING SENSATION }
  enum AnswerFormat { MULTIPLE_CHOICE YES_NO NUMBER OPEN_TEXT }
  enum Dimension { TASK LEVEL }
  input AudioTypeFilter { any: [AudioType!] all: [AudioType!] none: [AudioType!] }
  input FloatRange { gt: Float gte: Float lt: Float lte: Float }
  input QuestionFilter { audioTypes: AudioTypeFilter levels: [Level!] durationSeconds: FloatRange }
  interface Node { id: ID! }
  type Query {
    node(id: ID!): Node
    questions(filter: QuestionFilter, first: Int = 20): QuestionConnection!
    videos(first: Int = 20): VideoConnection!
    run(id: ID!): Run
    leaderboard(benchmark: String!, filter: QuestionFilter, partial: Boolean, first: Int = 20): LeaderboardConnection!
  }
  type QuestionConnection { totalCount: Int! nodes: [Question!]! }
  type VideoConnection { totalCount: Int! nodes: [Video!]! }
  type Question implements Node {
    id: ID! key: String! text: String! answerFormat: AnswerFormat! level: Level!
    options: [Option!]! task: Task! audioTypes: [AudioLabel!]! video: Video
  }
  type Option { label: String! text: String! }
  type Task { slug: String! name: String! }
  type AudioLabel { type: AudioType! nativeLabel: String! }
  type Category { slug: String! name: String! }
  type Video implements Node {
    id: ID! key: String! durationSeconds: Float category: Category questions(first: Int = 20): QuestionConnection!
  }
  type Run implements Node { id: ID! breakdown(by: [Dimension!]!): [BreakdownCell!]! }
  type BreakdownCell { keys: [DimensionValue!]! score: Score! }
  type DimensionValue { key: String! label: String! }
  type Score { value: Float! n: Int! correct: Float! }
  type LeaderboardConnection { totalCount: Int! questions: Int! nodes: [RankedRun!]! }
  type RankedRun { rank: Int! value: Float! model: Model! run: Run score: Score }
  type Model { slug: String! name: String! }
`;
