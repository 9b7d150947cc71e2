import { Link } from "@tanstack/react-router";
import type { Question } from "../../../sdk/index.ts";

/** A question whose answer may be corrected, with the answer as it is now. */
export const CorrectedQuestion = ({ question: { id, text, options, answer } }: { readonly question: Question }) => (
  <div className="stack">
    <p className="name">
      <Link to="/questions/$question" params={{ question: id }}>
        {text}
      </Link>
    </p>
    <ol className="plain-list">
      {options.map(({ label, text: option }) => (
        <li key={label} className="name">
          {label}. {option}
          {answer?.label === label && <span className="tag">the answer now</span>}
        </li>
      ))}
    </ol>
    {options.length === 0 && (
      <p className="name">The answer now: {answer?.text ?? String(answer?.value ?? "unknown")}</p>
    )}
  </div>
);
