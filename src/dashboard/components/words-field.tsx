import { useEffect, useRef, useState } from "react";
import { Input, Label, SearchField } from "react-aria-components";

/** The pause in typing after which the view is updated, in milliseconds. */
const PAUSE = 250;

interface WordsFieldProps {
  readonly label: string;
  /** The words in the page's address. */
  readonly words: string;
  readonly onChange: (words: string) => void;
  /** The key that focuses it. */
  readonly hotkey?: string;
  /** What it is for, while it is empty. */
  readonly placeholder?: string;
  /** The longest text, in characters. */
  readonly maxLength?: number;
}

/** A field for a full-text condition, which is applied while the reader types. */
export function WordsField({
  label,
  words,
  onChange,
  hotkey,
  placeholder = "Words in question or options",
  maxLength,
}: WordsFieldProps) {
  const [typed, setTyped] = useState(words);
  const change = useRef(onChange);
  useEffect(() => {
    change.current = onChange;
  });
  // Navigation and "Clear" change the text from outside.
  useEffect(() => setTyped(words), [words]);
  useEffect(() => {
    if (typed.trim() === words) return;
    const timer = setTimeout(() => change.current(typed.trim()), PAUSE);
    return () => clearTimeout(timer);
  }, [typed, words]);
  return (
    <SearchField value={typed} onChange={setTyped} className="slice-search" {...(maxLength && { maxLength })}>
      <Label className="visually-hidden">{label}</Label>
      <Input className="input" placeholder={placeholder} data-hotkey={hotkey} />
    </SearchField>
  );
}
