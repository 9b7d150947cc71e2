/** What the content of an element is, as its name says. */
export type TagRole =
  /** Thoughts of the model, which are no answer. */
  | "thought"
  /** The answer and nothing else. */
  | "answer"
  /** The response or one of its parts, which is the answer if it is the only one of its kind. */
  | "output"
  /** Text beside an answer: an explanation, the question, the model's confidence. */
  | "aside"
  /** Options that are not the answer, and answers that the model has replaced. */
  | "rejected";

const words = (text: string): ReadonlySet<string> => new Set(text.split(" "));

const THOUGHT = words(
  "think thinking thinks thought thoughts rethink rethinking scratchpad scratch reflection reflections reflect reflecting monologue deliberation deliberate brainstorm brainstorming planning plan cot reasoning reason reasons analysis analyse analyze analyzing observe observing observation observations internal ponder pondering musing musings contemplation contemplate contemplating introspection introspect meditation critique critic check verify verification verifying review rumination speculation hypothesis hypotheses deduction inference chain_of_thought 思考 思维 推理 分析 思考過程 思考过程",
);
const ANSWER = words(
  "answer answers ans final conclusion verdict decision 答案 答え 回答 正解 解答 정답 답 ответ respuesta resposta antwort reponse risposta cevap",
);
const OUTPUT = words(
  "response solution result output choice option selection selected prediction pick reply letter label guess",
);
const ASIDE = words(
  "explanation explain explanations rationale justification justify summary caption captions description describe context evidence detail details note notes question questions prompt instruction instructions options choices candidates confidence score certainty probability step steps comment comments discussion background perception transcript transcription tool look listen recall input query format why process metadata meta example examples information info figcaption title user system",
);
/** Words for an option that is not the answer. */
const WRONG = words("wrong incorrect rejected reject eliminated excluded distractor distractors");
/** Words that, beside a word for an answer, name one that another answer replaces. */
const REPLACED = words(
  "initial draft tentative preliminary previous candidate possible alternative alternatives other others second runner false not unlikely example sample",
);
/** Words that may be beside others in a name of several words: "<my final answer>", "<chain of thought>". */
const LINKS = words("my the model model's of chain inner step by self your begin start end correct best");

/** The role of an element; null if its name says none. */
export function tagRole(name: string): TagRole | null {
  const known = roles.get(name);
  if (known !== undefined) return known;
  const role = computeRole(wordsOfName(name));
  if (roles.size >= MOST_ROLES) roles.clear();
  roles.set(name, role);
  return role;
}

const roles = new Map<string, TagRole | null>();
const MOST_ROLES = 500;

/** The words of a name: `finalAnswer`, `final_answer`, `seed:think`. */
const wordsOfName = (name: string): string[] =>
  name
    .replace(/(?<=\p{Ll})(?=\p{Lu})/gu, "_")
    .toLowerCase()
    .split(/[\s_:.▁-]+/)
    .filter((word) => word !== "");

function computeRole(parts: readonly string[]): TagRole | null {
  const has = (set: ReadonlySet<string>): boolean => parts.some((part) => set.has(part));
  const isResult = has(ANSWER) || has(OUTPUT);
  if (has(WRONG) || (isResult && has(REPLACED))) return "rejected";
  const isThought = has(THOUGHT) || /think|thought/.test(parts.join(""));
  if (isThought && !isResult) return "thought";
  if (isThought || has(ASIDE)) return "aside";
  // "<answer1>" and "<option_a>" are one of several.
  if (!isResult || parts.some((part) => /\d$/.test(part) || /^[a-z]$/.test(part))) return null;
  return has(ANSWER) ? "answer" : "output";
}

/** Whether all words of a name with spaces are words of roles. Otherwise, the text in angle brackets is a sentence. */
export const isRoleName = (name: string): boolean =>
  wordsOfName(name).every((word) => [THOUGHT, ANSWER, OUTPUT, LINKS].some((set) => set.has(word)));
