import { sourcedLevel } from "../../domain/curated-levels.ts";
import type { QuestionCardFragment } from "../generated/operations.ts";
import { QuestionVideo } from "./question-video.tsx";

interface QuestionCardProps {
  readonly question: QuestionCardFragment;
  /** The label of the option that a model picked. */
  readonly picked?: string | null;
  /** The label of the right option; null while it is not shown. */
  readonly answer?: string | null;
}

/** A question with its options and its metadata. */
export function QuestionCard({ question, picked = null, answer = null }: QuestionCardProps) {
  const { key, text, options, task, level, audioTypes, video, benchmark } = question;
  return (
    <article className="question">
      <p className="faint small row">
        <span className="name">{key}</span>
        <span className="tag name" title={task.name}>
          {task.name}
        </span>
        <span className="tag">{sourcedLevel(level, task.levelSource, benchmark.synthetic)}</span>
        {audioTypes.map(({ type }) => (
          <span key={type} className="tag">
            {type.toLowerCase()}
          </span>
        ))}
        {video?.durationSeconds != null && <span>{clock(video.durationSeconds)}</span>}
        {benchmark.synthetic && <SyntheticTag />}
      </p>
      {video?.url != null && <QuestionVideo url={video.url} />}
      <p className="question-text name">{text}</p>
      <ol className="question-options">
        {options.map(({ label, text: option }) => (
          <li key={label} className={optionClass(label, picked, answer)}>
            <span className="option-label">{label}</span>
            <span className="name">{option}</span>
            {label === picked && <span className="faint small">picked</span>}
            {label === answer && <span className="small option-right">right</span>}
          </li>
        ))}
      </ol>
    </article>
  );
}

/** Marks a question that was made up, such as those of the demo. */
export const SyntheticTag = () => (
  <span className="tag warn" title="Made up by a program: a score over it means nothing">
    synthetic
  </span>
);

const optionClass = (label: string, picked: string | null, answer: string | null): string =>
  ["question-option", label === picked && "picked", label === answer && "right"].filter(Boolean).join(" ");

/** `3:28`, `1:02:05` */
export function clock(seconds: number): string {
  const whole = Math.round(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const [hours = 0, minutes = 0, rest = 0] = parts;
  const tail = String(rest).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}
