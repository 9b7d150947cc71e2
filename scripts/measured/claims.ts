/** What a measuring script claims, line by line, and whether all of it that decides has held. */
export class Claims {
  #failed = 0;

  /** @param isShort a run that is too short, or too little alone on its machine, for claims that turn on time or size */
  constructor(private readonly isShort: boolean) {}

  /** @param measured turns on time or size: a short run shows it and goes on */
  claim(holds: boolean, words: string, measured = false): void {
    const decides = !(measured && this.isShort);
    console.log(`${holds ? "holds" : decides ? "FAILS" : "open "}  ${words}`);
    if (!holds && decides) this.#failed += 1;
  }

  /** 1 where a claim that decides has failed. */
  get exitCode(): number {
    return this.#failed > 0 ? 1 : 0;
  }
}

/** Bytes in words. */
export const mb = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;
