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
function tagRole(name: string): TagRole | null {
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
const isRoleName = (name: string): boolean =>
  wordsOfName(name).every((word) => [THOUGHT, ANSWER, OUTPUT, LINKS].some((set) => set.has(word)));

/** A tag of HTML, XML or a chat template: `<b>`, `</p>`, `<br/>`, `[THINK]`, `<|begin_of_thought|>`. */
export interface Tag {
  readonly start: number;
  readonly end: number;
  /** The name as it is written, without the marks around it. */
  readonly name: string;
  readonly kind: "open" | "close" | "empty";
  readonly form: "element" | "token" | "bracket";
  readonly hasAttributes: boolean;
  readonly role: TagRole | null;
}

const HEAD = /[<◁] ?(\/?) ?(\|?)(\/?)(\p{L}[\p{L}\p{N}_:.▁-]{0,60})/uy;
const TAIL =
  /((?:\s+[\p{L}_:@-][\w:.@-]{0,60}(?:\s*=\s*(?:"[^"]{0,1000}"|'[^']{0,1000}'|[^\s"'<>=]{1,300}))?){0,12})\s{0,20}(\|?)(\/?)[>▷]/uy;
const BRACKET = /\[(\/?)([A-Za-z][A-Za-z_ -]{1,30})\]/g;
const BOOLEAN_ATTRIBUTES =
  /^(?:\s+(?:checked|selected|disabled|controls|open|hidden|required|autoplay|loop|muted|readonly))+$/i;

/** The tags of a text, in order. Takes time linear in the length of the text. */
export function findTags(text: string): readonly Tag[] {
  const tags: Tag[] = [];
  for (const opening of ["<", "◁"])
    for (let at = text.indexOf(opening); at >= 0; at = text.indexOf(opening, at + 1)) {
      const tag = doubledTagAt(text, at) ?? tagAt(text, at);
      if (tag === null) continue;
      tags.push(tag);
      at = tag.end - 1;
    }
  const brackets = mayHaveBrackets(text) ? bracketTags(text) : [];
  return brackets.length === 0 && !text.includes("◁")
    ? tags
    : [...tags, ...brackets].sort((one, other) => one.start - other.start);
}

/** Whether a text may contain tags. */
export const mayHaveTags = (text: string): boolean => text.includes("<") || text.includes("◁") || mayHaveBrackets(text);

const mayHaveBrackets = (text: string): boolean =>
  text.includes("[") &&
  (text.includes("[/") || text.includes("[END") || UNCLOSED_BRACKETS.some((name) => text.includes(name)));

/** Names in brackets that are tags even without a closing tag. */
const UNCLOSED_BRACKETS = ["[THINK", "[ANSWER]", "[FINAL", "[RESULT]"];

/** `<<answer>>` is a tag with the marks of a template around it. */
function doubledTagAt(text: string, start: number): Tag | null {
  if (text.charAt(start + 1) !== "<") return null;
  const tag = tagAt(text, start + 1);
  return tag === null || text.charAt(tag.end) !== ">" || tag.role === null ? null : { ...tag, start, end: tag.end + 1 };
}

function tagAt(text: string, start: number): Tag | null {
  HEAD.lastIndex = start;
  const head = HEAD.exec(text);
  if (head === null) return null;
  TAIL.lastIndex = HEAD.lastIndex;
  const tail = TAIL.exec(text);
  if (tail === null) return null;
  const [, slash = "", bar = "", innerSlash = "", first = ""] = head;
  const [, attributes = "", , selfClosing = ""] = tail;
  const hasAttributes = attributes.includes("=");
  // Words without values are attributes of few elements, or the rest of a name: "<final answer>".
  const name = attributes === "" || hasAttributes || BOOLEAN_ATTRIBUTES.test(attributes) ? first : first + attributes;
  if (name !== first && !isRoleName(name)) return null;
  // "a < b > c" and "< 3 >" compare values. Only a role's name may have spaces around it.
  if (/\s/.test(text.charAt(start + 1)) && !isRoleName(name)) return null;
  const closes = slash !== "" || innerSlash !== "";
  const end = TAIL.lastIndex;
  const numbered = NUMBERED[name];
  if (numbered !== undefined) return { start, end, name, form: "token", hasAttributes, ...numbered };
  const form = bar === "" ? "element" : "token";
  const edge = edgeOf(name);
  // "<start>" is an element of its own, unless its name says more.
  const own = edge !== null && (form === "token" || edge.role !== null) ? edge : { name, role: tagRole(name) };
  const closing = closes || (own === edge && edge.kind === "close");
  const kind = closing ? "close" : selfClosing !== "" ? "empty" : "open";
  return { start, end, name: own.name, kind, form, hasAttributes, role: own.role };
}

const CLOSES = /(?:^|[_\s▁])end(?:[_\s▁]|$)/i;
const EDGE = /(?:^|[_\s▁])(?:begin|start|end)(?:[_\s▁]of)?(?=[_\s▁]|$)/i;

/** `<|begin_of_thought|>` and `<|end_of_thought|>` are the tags of one element; null for other names. */
function edgeOf(name: string): Pick<Tag, "name" | "kind" | "role"> | null {
  if (!EDGE.test(name)) return null;
  const own = name.replace(EDGE, "").replace(/^[_\s▁]+/, "");
  return own === "" ? null : { name: own, role: tagRole(own), kind: CLOSES.test(name) ? "close" : "open" };
}

/** The tokens that stand for the beginning and the end of thoughts in vocabularies without names for them. */
const NUMBERED: Readonly<Record<string, Pick<Tag, "kind" | "role">>> = {
  unused94: { kind: "open", role: "thought" },
  unused95: { kind: "close", role: "thought" },
};

function bracketTags(text: string): Tag[] {
  const found: Tag[] = [];
  const closed = new Set<string>();
  for (const match of text.matchAll(BRACKET)) {
    const [whole, slash = "", source = ""] = match;
    const edge = edgeOf(source);
    const name = edge?.name ?? source;
    const role = tagRole(name);
    if (role === null) continue;
    const kind = slash !== "" || edge?.kind === "close" ? "close" : "open";
    if (kind === "close") closed.add(name.toLowerCase());
    const [start, end] = [match.index, match.index + whole.length];
    found.push({ start, end, name, kind, form: "bracket", hasAttributes: false, role });
  }
  return found.filter(
    ({ name, start }) =>
      closed.has(name.toLowerCase()) || UNCLOSED_BRACKETS.some((opening) => text.startsWith(opening, start)),
  );
}
