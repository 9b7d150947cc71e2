/**
 * Numbers the questions of each video in the order of the rows, from 0. A row whose video cannot be read may belong to
 * any video. After such a row, the numbers may be too small, so keys made of them are not reported.
 */
export class QuestionNumbers {
  readonly #next = new Map<string, number>();
  #isCertain = true;

  take(video: string): number {
    const number = this.#next.get(video) ?? 0;
    this.#next.set(video, number + 1);
    return number;
  }

  /**
   * Runs `read`, which reads the video of a row.
   * @throws what `read` throws; later numbers are uncertain then
   */
  ofRow<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      this.#isCertain = false;
      throw error;
    }
  }

  /** The key for reports; null if its number is uncertain. */
  reported(key: string): string | null {
    return this.#isCertain ? key : null;
  }
}
