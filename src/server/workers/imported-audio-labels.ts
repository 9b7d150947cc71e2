import type { ImportAudioLabel, ImportQuestion, ImportVideo } from "../../domain/import-batch.ts";
import { ImportError } from "../../domain/import-error.ts";

/** A label is a word of a vocabulary. The largest vocabulary here has 30 words; that of AudioSet has 527. */
const MOST_LABELS = 10_000;
const LONGEST_LABEL = 600;

/** The audio labels of a release and of each video. A video's labels include those of its questions. */
export class AudioLabels {
  readonly #ofVideos = new Map<string, ImportAudioLabel>();
  readonly #ofQuestions = new Map<string, ImportAudioLabel>();
  /** Equal labels share one object, because many videos have the same labels. */
  readonly #shared = new Map<string, ImportAudioLabel>();
  readonly #byVideo = new Map<string, Set<ImportAudioLabel>>();

  addVideo({ audioTypes }: ImportVideo): void {
    for (const label of audioTypes) this.#ofVideos.set(label.nativeLabel, this.#share(label));
  }

  addQuestion({ video, audioTypes }: ImportQuestion): void {
    for (const own of audioTypes) {
      const label = this.#share(own);
      this.#ofQuestions.set(label.nativeLabel, label);
      if (video !== null) this.#put(video, label);
    }
  }

  /** The labels of the questions about a video. */
  ofQuestionsAbout(video: string): readonly ImportAudioLabel[] {
    return [...(this.#byVideo.get(video) ?? [])];
  }

  /**
   * Each label of the benchmark once, in the order of videos and then questions. If one label occurs with different
   * types, the last type counts.
   */
  all(): readonly ImportAudioLabel[] {
    return [...new Map([...this.#ofVideos, ...this.#ofQuestions]).values()];
  }

  #put(video: string, label: ImportAudioLabel): void {
    const labels = this.#byVideo.get(video);
    if (labels === undefined) this.#byVideo.set(video, new Set([label]));
    else labels.add(label);
  }

  #share({ type, nativeLabel }: ImportAudioLabel): ImportAudioLabel {
    if (nativeLabel.length > LONGEST_LABEL)
      throw new ImportError(
        "audio types",
        `labels of at most ${LONGEST_LABEL} characters`,
        `one of ${nativeLabel.length}`,
      );
    const name = `${type} ${nativeLabel}`;
    const known = this.#shared.get(name);
    if (known !== undefined) return known;
    if (this.#shared.size === MOST_LABELS)
      throw new ImportError("audio types", `at most ${MOST_LABELS} labels in a benchmark`, "more");
    const label = { type, nativeLabel };
    this.#shared.set(name, label);
    return label;
  }
}
