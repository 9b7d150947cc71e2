import { createHash } from "node:crypto";
import stringify from "safe-stable-stringify";
import type { ImportHead, ImportQuestion, ImportVideo } from "../../../domain/import-batch.ts";
import type { ImportRecords } from "../../../importers/importer.ts";
import { AudioLabels } from "./audio-labels.ts";
import { LineSpool } from "./line-spool.ts";

/** The videos and questions of an import, each as a line of canonical JSON, until they are stored. */
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
   * SHA-256 of the content of the release. The files' names and encoding, and oddities, are not part of it: a later
   * version may find more oddities.
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
