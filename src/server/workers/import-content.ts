import { createHash } from "node:crypto";
import stringify from "safe-stable-stringify";
import type { ImportAudioLabel, ImportHead, ImportQuestion, ImportVideo } from "../../domain/import-batch.ts";
import { ImportError } from "../../domain/import-error.ts";
import type { ImportRecords } from "../../formats/files/importer.ts";
import { LineSpool } from "./line-spool.ts";
import { Bursts } from "./yielding.ts";

/** A label is a word of a vocabulary. The largest vocabulary here has 30 words; that of AudioSet has 527. */
const MOST_LABELS = 10_000;
const LONGEST_LABEL = 600;

/** The audio labels of a release and of each video. A video's labels include those of its questions. */
class AudioLabels {
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

/**
 * What a release may hold, in bytes of canonical JSON and in records. Each is many times what any benchmark has: those here
 * have at most 6,000 questions and 10 MB. A server holds a record in memory, and for each record a few words.
 */
const LONGEST_RECORD = 2 ** 19;
const LARGEST_CONTENT = 2 ** 28;
const MOST_RECORDS = 1_000_000;
/** In characters. A server holds the names of all records in memory, and PostgreSQL's indexes take no longer ones. */
const LONGEST_NAME = 600;

/**
 * The videos and questions of an import, each as a line of canonical JSON, until they are stored. Adding one throws an
 * `ImportError` if the release would be larger than a server can keep.
 */
export class ImportContent implements ImportRecords {
  readonly audio = new AudioLabels();
  /** The subset of each video that has one. */
  readonly subsets = new Map<string, string>();
  readonly #videos = new LineSpool();
  readonly #questions = new LineSpool();
  /** Of all records, in bytes. */
  #size = 0;

  video(video: ImportVideo): void {
    for (const name of [video.key, video.subset, video.category]) requireShort(`video '${video.key}'`, name);
    this.audio.addVideo(video);
    if (video.subset !== null) this.subsets.set(video.key, video.subset);
    this.#add(this.#videos, `video '${video.key}'`, stringify(video));
  }

  question(question: ImportQuestion): void {
    for (const name of [question.key, question.subset, question.video])
      requireShort(`question '${question.key}'`, name);
    this.audio.addQuestion(question);
    this.#add(this.#questions, `question '${question.key}'`, stringify(question));
  }

  #add(records: LineSpool, record: string, line: string): void {
    const bytes = Buffer.byteLength(line);
    this.#size += bytes;
    const path = record.slice(0, 80);
    if (bytes > LONGEST_RECORD) throw new ImportError(path, `at most ${LONGEST_RECORD} bytes of JSON`, `${bytes}`);
    if (this.#size > LARGEST_CONTENT)
      throw new ImportError(path, `at most ${LARGEST_CONTENT} bytes of JSON in all records together`, "more");
    if (records.count === MOST_RECORDS)
      throw new ImportError(path, `at most ${MOST_RECORDS} videos, and as many questions`, "more");
    records.add(line);
  }

  get videoCount(): number {
    return this.#videos.count;
  }

  get questionCount(): number {
    return this.#questions.count;
  }

  /** The lines of the videos, and of the questions, as they are stored. */
  get bytes(): Readonly<Record<"videos" | "questions", Iterable<Uint8Array>>> {
    return { videos: this.#videos.bytes(), questions: this.#questions.bytes() };
  }

  *videos(): Generator<ImportVideo> {
    for (const line of this.#videos.lines()) yield JSON.parse(line);
  }

  *questions(): Generator<ImportQuestion> {
    for (const line of this.#questions.lines()) yield JSON.parse(line);
  }

  /**
   * SHA-256 of the content of the release. The files' names and encoding, and oddities, are not part of it: a later
   * version may find more oddities.
   */
  async hash(head: ImportHead): Promise<string> {
    const hash = createHash("sha256");
    const bursts = new Bursts();
    for (const part of ["categories", "tasks"] as const) {
      hash.update(`${part}\n`);
      for (const item of head[part]) {
        hash.update(`${stringify(item)}\n`);
        if (bursts.isOver()) await bursts.next();
      }
    }
    for (const [name, pieces] of Object.entries(this.bytes)) {
      hash.update(`${name}\n`);
      for (const piece of pieces) {
        hash.update(piece);
        if (bursts.isOver()) await bursts.next();
      }
    }
    return hash.digest("hex");
  }

  close(): void {
    this.#videos.close();
    this.#questions.close();
  }
}

function requireShort(record: string, name: string | null | undefined): void {
  if (name == null || name.length <= LONGEST_NAME) return;
  throw new ImportError(
    record.slice(0, 80),
    `a key, a subset and a category of at most ${LONGEST_NAME} characters`,
    `one of ${name.length}`,
  );
}
