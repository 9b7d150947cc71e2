/** A part of a text, in UTF-16 code units. */
interface Span {
  readonly start: number;
  readonly end: number;
}

/** A piece of a text, and why it is marked: FOUND matches the search, READ was read by the extractor. */
interface MarkedPart {
  readonly start: number;
  readonly part: string;
  readonly mark: "FOUND" | "READ" | null;
}

/**
 * Cuts a text into pieces where marks begin and end. A piece that was both read by the extractor and found by the search
 * is marked FOUND.
 *
 * @param read the part that the extractor read
 * @param said the text to search for, ignoring case; empty for no search
 */
export function markedParts(text: string, read: Span | null, said: string): readonly MarkedPart[] {
  const found = spansOf(text, said.trim());
  const edges = [
    0,
    text.length,
    ...[...found, ...(read === null ? [] : [read])].flatMap(({ start, end }) => [start, end]),
  ];
  const sorted = [...new Set(edges)].filter((edge) => edge <= text.length).sort((a, b) => a - b);
  return sorted.slice(0, -1).map((start, place) => {
    const mark = holds(found, start) ? "FOUND" : read !== null && holds([read], start) ? "READ" : null;
    return { start, part: text.slice(start, sorted[place + 1]), mark };
  });
}

const holds = (spans: readonly Span[], at: number): boolean => spans.some(({ start, end }) => start <= at && at < end);

/** The occurrences of a text in another one, from left to right without overlaps. */
function spansOf(text: string, said: string): readonly Span[] {
  if (said === "") return [];
  const pattern = new RegExp(said.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "giu");
  return [...text.matchAll(pattern)].map(({ index, 0: match }) => ({ start: index, end: index + match.length }));
}

/** What a model answered to one question. */
export interface ModelOutput {
  readonly response: string | null;
  readonly error: string | null;
  readonly confirmation: string | null;
  readonly outcome: keyof typeof OUTCOME_TEXT | null;
  readonly extraction: {
    readonly answer: string | null;
    readonly rule: string;
    readonly span: Span | null;
    readonly ambiguous: boolean;
  } | null;
}

/** The outcomes in words. */
export const OUTCOME_TEXT = {
  CORRECT: "correct",
  WRONG: "wrong",
  PARTIAL: "partly right",
  UNPARSED: "no answer read",
  MISSING: "no prediction",
  ERRORED: "failed",
  UNSCORED: "not scored",
} as const;

interface ModelResponseProps {
  readonly output: ModelOutput;
  /** The text that the reader searched for in responses. */
  readonly said?: string;
}

/** A raw response with its outcome and the extracted answer. */
export function ModelResponse({ output, said = "" }: ModelResponseProps) {
  const { response, error, confirmation, outcome, extraction } = output;
  return (
    <div className="model-response">
      <p className="row small">
        {outcome !== null && <span className={`tag outcome-${outcome.toLowerCase()}`}>{OUTCOME_TEXT[outcome]}</span>}
        {extraction !== null && (
          <span className="faint">
            {extraction.answer === null ? "nothing was read" : `read as ${extraction.answer}`}, rule {extraction.rule}
            {extraction.ambiguous && "; it could be read in another way, too"}
          </span>
        )}
      </p>
      {error !== null && <p className="field-error name">{error}</p>}
      {response !== null && <Raw text={response} span={extraction?.span ?? null} said={said} />}
      {confirmation !== null && (
        <p className="small name">
          <span className="faint">Confirmation:</span> {confirmation}
        </p>
      )}
    </div>
  );
}

interface RawProps {
  readonly text: string;
  readonly span: Span | null;
  readonly said: string;
}

/** The raw text, in which the extracted part and the searched text are marked. It is never interpreted as HTML. */
const Raw = ({ text, span, said }: RawProps) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a long response scrolls, and must be reachable by keyboard
  <pre className="response" tabIndex={0}>
    {markedParts(text, span, said).map(({ start, part, mark }) =>
      mark === null ? (
        part
      ) : (
        <mark key={start} className={mark === "FOUND" ? "found" : undefined}>
          {part}
        </mark>
      ),
    )}
  </pre>
);
