import { createHash } from "node:crypto";
import stringify from "safe-stable-stringify";
import type { ImportHead, ImportQuestion, ImportVideo } from "../../../domain/import-batch.ts";
import type { ImportRecords } from "../../../importers/importer.ts";
import { AudioLabels } from "./audio-labels.ts";
import { LineSpool } from "./line-spool.ts";

/** The videos and questions of an import, each a line of canonical JSON, as they wait to be stored. */
export class ImportContent implements ImportRecords {
  readonly audio = new AudioLabels();
  readonly #videos = new LineSpool();
  readonly #questions = new LineSpool();

  video(video: ImportVideo): void {
    this.audio.addVideo(video);
    this.#videos.add(stringify(video));
  }

  question(question: ImportQuestion): void {
    this.audio.addQuestion(question);
    this.#questions.add(stringify(question));
  }

  get videoCount(): number {
    return this.#videos.count;
  }

  get questionCount(): number {
    return this.#questions.count;
  }

  *videos(): Generator<ImportVideo> {
    for (const line of this.#videos.lines()) yield JSON.parse(line);
  }

  *questions(): Generator<ImportQuestion> {
    for (const line of this.#questions.lines()) yield JSON.parse(line);
  }

  /**
   * SHA-256 over what the release says. The files' names and encoding do not count, nor does what was found odd: a later
   * version may find more.
   */
  hash(head: ImportHead): string {
    const hash = createHash("sha256");
    for (const part of ["categories", "tasks"] as const) {
      hash.update(`${part}\n`);
      for (const item of head[part]) hash.update(`${stringify(item)}\n`);
    }
    hash.update("videos\n");
    for (const piece of this.#videos.bytes()) hash.update(piece);
    hash.update("questions\n");
    for (const piece of this.#questions.bytes()) hash.update(piece);
    return hash.digest("hex");
  }

  close(): void {
    this.#videos.close();
    this.#questions.close();
  }
}
