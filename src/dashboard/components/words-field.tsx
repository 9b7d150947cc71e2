import { useEffect, useRef, useState } from "react";

/** The pause in typing after which the view is updated, in milliseconds. */
const PAUSE = 250;

interface WordsFieldProps {
  readonly label: string;
  /** The words in the page's address. */
  readonly words: string;
  readonly onChange: (words: string) => void;
  /** The key that focuses the field. */
  readonly hotkey?: string;
  /** The hint that an empty field shows. */
  readonly placeholder?: string;
  /** The longest text, in characters. */
  readonly maxLength?: number;
}

/**
 * A field for a full-text condition, which is applied while the reader types. It uses the browser's own control, because
 * the script of a replacement would delay the first view.
 */
export function WordsField({
  label,
  words,
  onChange,
  hotkey,
  placeholder = "Words in question or options",
  maxLength,
}: WordsFieldProps) {
  const [typed, setTyped] = useTyped(words, onChange);
  return (
    <input
      type="search"
      className="input"
      aria-label={label}
      placeholder={placeholder}
      data-hotkey={hotkey}
      maxLength={maxLength}
      value={typed}
      onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      // Not every browser clears the field on Escape.
      onKeyDown={({ key }) => key === "Escape" && setTyped("")}
    />
  );
}

/**
 * The text of the field. It follows the words in the address when navigation or "Clear" changes them. Changes that the
 * field itself requested are ignored, because the reader may have typed on by the time they arrive.
 */
function useTyped(words: string, onChange: (words: string) => void) {
  const [typed, setTyped] = useState(words);
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  });
  /** The words in the address, followed by the words that the field has requested since. */
  const expected = useRef([words]);
  useEffect(() => {
    const place = expected.current.indexOf(words);
    expected.current = place < 0 ? [words] : expected.current.slice(place);
    if (place < 0) setTyped(words);
  }, [words]);
  useEffect(() => {
    const next = typed.trim();
    if (next === expected.current.at(-1)) return;
    const timer = setTimeout(() => {
      expected.current = [...expected.current, next];
      change.current(next);
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [typed]);
  return [typed, setTyped] as const;
}
