import { createHash, randomBytes, timingSafeEqual } from "node:crypto";

/** How long a code can be used, in milliseconds. */
const LIFETIME = 10 * 60_000;
/** The most codes at a time; a new one replaces the oldest. */
const MOST_CODES = 10;

interface Code {
  readonly hash: Buffer;
  readonly until: number;
}

/**
 * Codes that stand for the administrator's key, so that nobody has to paste it: each can be exchanged once, within ten
 * minutes. They are kept in memory alone, as hashes. A code has 192 random bits, so wrong ones are not
 * counted: a count would only let others void the codes.
 */
export class SignInCodes {
  #codes: readonly Code[] = [];

  /**
   * @param adminKey what a code is exchanged for
   * @param clock in milliseconds
   */
  constructor(
    private readonly adminKey: string,
    private readonly clock: () => number = Date.now,
  ) {}

  make(): string {
    const code = randomBytes(24).toString("base64url");
    this.#codes = [...this.#codes.slice(1 - MOST_CODES), { hash: hashOf(code), until: this.clock() + LIFETIME }];
    return code;
  }

  /**
   * The administrator's key; null for a code that is wrong, used or too old. Compares in constant time. Nothing is
   * awaited, so that of several uses at once exactly one gets the key.
   */
  exchange(code: string): string | null {
    const hash = hashOf(code);
    // Compares all codes, so that the time does not depend on which one is right.
    const found = this.#codes.filter((each) => timingSafeEqual(each.hash, hash));
    this.#codes = this.#codes.filter((each) => !found.includes(each) && each.until > this.clock());
    return found.some(({ until }) => until > this.clock()) ? this.adminKey : null;
  }
}

const hashOf = (code: string): Buffer => createHash("sha256").update(code).digest();
