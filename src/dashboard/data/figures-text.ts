import { counted } from "../../domain/texts.ts";

const whole = new Intl.NumberFormat("en");
const day = new Intl.DateTimeFormat("en", { dateStyle: "medium" });

/** `12,032` */
export const count = (n: number): string => whole.format(n);

/** `480 questions on 160 videos`; only the number of questions if there are no videos. */
export const questionsText = (questions: number, videos: number): string =>
  videos === 0 ? counted(questions, "question") : `${counted(questions, "question")} on ${counted(videos, "video")}`;

/** `Nov 23, 2026`, in the reader's time zone. */
export const date = (instant: string): string => day.format(new Date(instant));

/** An instant to the minute, in UTC: `2027-03-01 12:00 UTC`. */
export const minute = (instant: string): string => `${instant.slice(0, 10)} ${instant.slice(11, 16)} UTC`;
