import { slugify } from "./slug.ts";

/** A way in which a model's answer is wrong, as a paper defines it. */
export interface ErrorType {
  readonly benchmark: string;
  /** The label of predictions: `"audio-understanding"`. */
  readonly slug: string;
  /** The paper's own term. */
  readonly name: string;
  readonly description: string;
}

const taxonomy = (benchmark: string, types: Readonly<Record<string, string>>): readonly ErrorType[] =>
  Object.entries(types).map(([name, description]) => ({
    benchmark,
    slug: slugify(name.replace(/ errors?$/i, "")),
    name,
    description,
  }));

/**
 * The error types of the papers.
 * @see WorldSense, section 4.4 and figure 6; MMWorld, appendix E
 */
export const ERROR_TYPES: readonly ErrorType[] = [
  ...taxonomy("worldsense", {
    "Audio Understanding Error": "Audio information is misinterpreted.",
    "Visual Understanding Error": "Visual details are missed.",
    "Reasoning Error": "Logical steps are faulty.",
  }),
  ...taxonomy("mmworld", {
    "Question Understanding Error": "The intent of the question is misread.",
    "Audio Understanding Error": "Audio cues are not interpreted correctly.",
    "Visual Perception Error": "Visual content is misread.",
    Hallucinations: "The response contains content or details that are not in the data.",
    "Reasoning Error": "Conclusions do not follow from the data.",
    "Lack of Domain Knowledge": "The question needs expertise that the model lacks.",
    "Reject to Answer": "The model does not answer, or responds with something unrelated.",
  }),
];

/** The most error types of one prediction. */
export const MOST_ERROR_TYPES = 10;

/** Which error types the predictions of a benchmark may have. */
export interface AllowedErrorTypes {
  /** What is allowed, for a message. */
  readonly expected: string;
  allows(type: string): boolean;
}

const SLUG = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const LONGEST_SLUG = 60;

/** @param known the slugs of the types that the benchmark's paper defines. Without any, every slug is allowed. */
export const allowedErrorTypes = (known: readonly string[]): AllowedErrorTypes =>
  known.length > 0
    ? { expected: `one of ${known.join(", ")}`, allows: (type) => known.includes(type) }
    : {
        expected: `a slug of at most ${LONGEST_SLUG} characters, such as wrong-count`,
        allows: (type) => type.length <= LONGEST_SLUG && SLUG.test(type),
      };

/** The error types of a benchmark's paper, or those of all papers. Empty for a benchmark without any. */
export const errorTypesOf = (benchmark: string | null): readonly ErrorType[] =>
  ERROR_TYPES.filter((type) => benchmark === null || type.benchmark === benchmark);
