/** The claims of a measuring script, printed line by line, and whether all decisive claims hold. */
export class Claims {
  #failed = 0;

  /** @param isShort whether the run is too short, or the machine too busy, for claims about time or size */
  constructor(private readonly isShort: boolean) {}

  /** @param measured whether the claim is about time or size, so that a short run only prints it */
  claim(holds: boolean, words: string, measured = false): void {
    const decides = !(measured && this.isShort);
    console.log(`${holds ? "holds" : decides ? "FAILS" : "open "}  ${words}`);
    if (!holds && decides) this.#failed += 1;
  }

  /** 1 if a decisive claim has failed. */
  get exitCode(): number {
    return this.#failed > 0 ? 1 : 0;
  }
}

export const mb = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;
