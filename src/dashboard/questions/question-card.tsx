import { useState } from "react";
import { Button } from "react-aria-components";
import { sourcedLevel } from "../../domain/averages-text.ts";
import type { QuestionCardFragment } from "../generated/operations.ts";

/** A video that the page can play, or one that only its own site plays. */
type VideoSource = { readonly kind: "FILE"; readonly url: string } | { readonly kind: "LINK"; readonly url: string };

const FILE = /\.(mp4|m4v|webm|ogv|ogg|mov)$/i;

/**
 * Determines how a video is shown. A time range in its address is kept: `#t=10,20`, or `?start=10&end=20` of a file or
 * of YouTube's player. For YouTube, the result is a link to the video's page at that second.
 *
 * @returns null for a text that is not a web address
 */
export function videoSource(text: string): VideoSource | null {
  if (!URL.canParse(text)) return null;
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") return null;
  const player = /^\/embed\/([\w-]+)/.exec(url.pathname);
  if (/(^|\.)youtube(-nocookie)?\.com$/.test(url.hostname) && player !== null)
    return { kind: "LINK", url: watchAddress(player[1] ?? "", url.searchParams.get("start")) };
  // A page from https cannot play a video from http.
  if (!FILE.test(url.pathname) || url.protocol === "http:") return { kind: "LINK", url: url.href };
  return { kind: "FILE", url: withPart(url) };
}

const watchAddress = (id: string, start: string | null): string =>
  `https://www.youtube.com/watch?v=${id}${isSeconds(start) ? `&t=${start}s` : ""}`;

const isSeconds = (text: string | null): text is string => text !== null && /^\d+(\.\d+)?$/.test(text);

/** The address with the seconds as a fragment. @see https://www.w3.org/TR/media-frags/#naming-time */
function withPart(url: URL): string {
  if (url.hash !== "") return url.href;
  const [start, end] = [url.searchParams.get("start"), url.searchParams.get("end")];
  if (!isSeconds(start) && !isSeconds(end)) return url.href;
  return `${url.href}#t=${isSeconds(start) ? start : "0"}${isSeconds(end) ? `,${end}` : ""}`;
}

interface QuestionCardProps {
  readonly question: QuestionCardFragment;
  /** The label of the option that a model picked, or the labels with commas. */
  readonly picked?: string | null;
  /** The labels of the right options; empty while they are not shown. */
  readonly answers?: readonly string[];
}

/** A question with its options and its metadata. */
export function QuestionCard({ question, picked = null, answers = [] }: QuestionCardProps) {
  const { key, text, options, task, level, audioTypes, video, benchmark } = question;
  const picks = picked?.split(", ") ?? [];
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
          <li key={label} className={optionClass(label, picks, answers)}>
            <span className="option-label">{label}</span>
            <span className="name">{option}</span>
            {picks.includes(label) && <span className="faint small">picked</span>}
            {answers.includes(label) && <span className="small option-right">right</span>}
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

const optionClass = (label: string, picks: readonly string[], answers: readonly string[]): string =>
  ["question-option", picks.includes(label) && "picked", answers.includes(label) && "right"].filter(Boolean).join(" ");

/** `3:28`, `1:02:05` */
export function clock(seconds: number): string {
  const whole = Math.round(seconds);
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const [hours = 0, minutes = 0, rest = 0] = parts;
  const tail = String(rest).padStart(2, "0");
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, "0")}:${tail}` : `${minutes}:${tail}`;
}

/** The video of a question. Nothing is loaded from the video's site until the reader asks for it. */
function QuestionVideo({ url }: { readonly url: string }) {
  const [isOpen, setOpen] = useState(false);
  const source = videoSource(url);
  if (source === null) return null;
  return (
    <div className="stack tight no-print">
      <p className="row small">
        {source.kind === "FILE" && (
          <Button className="text-button" onPress={() => setOpen(!isOpen)}>
            {isOpen ? "Hide the video" : "Play the video"}
          </Button>
        )}
        <a href={source.url} rel="noreferrer noopener" target="_blank">
          {source.kind === "FILE" ? "its address" : "video"}
        </a>
      </p>
      {source.kind === "FILE" && isOpen && (
        // biome-ignore lint/a11y/useMediaCaption: benchmarks publish no captions of their videos
        <video className="question-video" controls preload="none" autoPlay src={source.url} />
      )}
    </div>
  );
}
