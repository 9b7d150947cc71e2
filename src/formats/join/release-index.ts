import { readOptionTexts } from "../batch/imported-options.ts";
import { OddityLog } from "../batch/oddities.ts";
import type { JoinQuestion, JoinRelease } from "./found-question.ts";
import { NearestQuestions } from "./nearest-question.ts";
import { plainText, plainVideo } from "./plain-text.ts";

/** Indexes of a release's questions by every field that a row may identify them with. */
export class ReleaseIndex {
  readonly byKey = new Map<string, JoinQuestion>();
  readonly byOrdinal = new Map<number, JoinQuestion>();
  readonly #byText = new Map<string, JoinQuestion[]>();
  readonly #byTextAndVideo = new Map<string, JoinQuestion[]>();
  readonly #byTextAndOptions = new Map<string, JoinQuestion[]>();
  readonly #byOptions = new Map<string, JoinQuestion[]>();
  readonly #byVideo = new Map<string, JoinQuestion[]>();

  readonly nearest: NearestQuestions;

  constructor(readonly release: JoinRelease) {
    this.nearest = new NearestQuestions(release.questions);
    for (const question of release.questions) this.#add(question);
  }

  #add(question: JoinQuestion): void {
    this.byKey.set(question.key, question);
    this.byOrdinal.set(question.ordinal, question);
    push(this.#byText, plainText(question.text), question);
    push(this.#byTextAndOptions, textAndOptions(question), question);
    push(this.#byOptions, optionsAlone(question.options), question);
    if (question.video === null) return;
    push(this.#byVideo, plainVideo(question.video), question);
    push(this.#byTextAndVideo, textAndVideo(question.text, question.video), question);
  }

  /** The questions with this text, in their order. */
  withText(text: string): readonly JoinQuestion[] {
    return this.#byText.get(plainText(text)) ?? [];
  }

  /** The questions with this text and video: a benchmark may ask the same question about each of its videos. */
  withTextAndVideo(text: string, video: string): readonly JoinQuestion[] {
    return this.#byTextAndVideo.get(textAndVideo(text, video)) ?? [];
  }

  /** The questions with these options, in any order. */
  withOptions(options: readonly string[]): readonly JoinQuestion[] {
    return this.#byOptions.get(optionsAlone(readOptionTexts(options, "", new OddityLog()))) ?? [];
  }

  /** The questions with the same text and options as this one, including itself. */
  like(question: JoinQuestion): readonly JoinQuestion[] {
    return this.#byTextAndOptions.get(textAndOptions(question)) ?? [];
  }

  /** The questions of this video, in their order. */
  ofVideo(video: string): readonly JoinQuestion[] {
    const alike = this.#byVideo.get(plainVideo(video)) ?? [];
    const exact = alike.filter((question) => question.video === video);
    return exact.length > 0 ? exact : alike;
  }
}

const textAndVideo = (text: string, video: string): string => `${plainVideo(video)}\n${plainText(text)}`;

const optionsAlone = (options: readonly string[]): string => JSON.stringify(options.map(plainText).toSorted());

const textAndOptions = ({ text, options }: JoinQuestion): string =>
  JSON.stringify([plainText(text), options.map(plainText).toSorted()]);

function push<T>(lists: Map<string, T[]>, name: string, value: T): void {
  const list = lists.get(name);
  if (list === undefined) lists.set(name, [value]);
  else list.push(value);
}
