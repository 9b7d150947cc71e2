import { randomBytes } from "node:crypto";
import type { Client } from "pg";
import { CountedVersions, type DataVersions } from "../data-versions.ts";
import { connect, cut } from "./connection.ts";

/** The channel on which servers of one database tell each other of changes. */
export const CHANGES_CHANNEL = "omnidex_changes";

/** The channel of everything else that they tell each other. */
export const MESSAGES_CHANNEL = "omnidex_messages";

/** How often it is tried whether notifications still arrive, and how long one may take, in milliseconds. */
export interface HearingPace {
  readonly interval: number;
  readonly patience: number;
}

const PACE: HearingPace = { interval: 5_000, patience: 2_000 };

/** How many commits are remembered until their own notifications come back. */
const MOST_TOLD = 1_000;

/**
 * The version of a database that other processes change, too: they say so with NOTIFY. It is known while this process
 * hears itself: a connection may be lost without a word, and a pooler between may swallow LISTEN, so every few seconds it
 * sends itself a notification. While that does not come back the version is `null`, and then another one.
 */
export class HeardVersions implements DataVersions {
  readonly #counted = new CountedVersions();
  readonly #told = new Set<string>();
  readonly #name = randomBytes(8).toString("hex");
  #heard: (() => void) | null = null;
  #client: Client | null = null;
  #timer: NodeJS.Timeout | null = null;
  #known = false;
  #closed = false;
  #message: (text: string) => void = () => {};

  /** @param notify sends a notification at once, over another connection than the one that listens */
  constructor(
    private readonly url: string,
    private readonly notify: (payload: string) => Promise<unknown>,
    private readonly pace: HearingPace = PACE,
  ) {}

  current(): string | null {
    return this.#known ? this.#counted.current() : null;
  }

  /** Names the listener of what servers tell each other besides changes. */
  onMessage(listener: (text: string) => void): void {
    this.#message = listener;
  }

  /** A transaction of this process has ended. @param payload of its notification; null where it may yet have failed */
  advance(payload: string | null): void {
    this.#counted.advance();
    if (payload === null) return;
    if (this.#told.size >= MOST_TOLD) this.#told.clear();
    this.#told.add(payload);
  }

  /** Begins to listen, and goes on until `close`. Comes back when it has been tried, whatever came of it. */
  async listen(): Promise<void> {
    if (this.#closed) return;
    await this.#try();
    // A process that was busy for long finds its patience at an end before it looks whether something came.
    if (!this.#known && !this.#closed) await this.#try();
    if (this.#closed) return this.#hangUp();
    this.#timer = setTimeout(() => void this.listen(), this.pace.interval).unref();
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#known = false;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#hangUp();
  }

  async #try(): Promise<void> {
    try {
      this.#client ??= await this.#connect();
      await this.#hearMyself();
      if (this.#known || this.#closed || this.#client === null) return;
      this.#counted.advance();
      this.#known = true;
    } catch {
      // The database's own errors are those of the statements that meet them; here it is only not known what has changed.
      this.#known = false;
      this.#hangUp();
    }
  }

  async #connect(): Promise<Client> {
    const client = await connect(this.url, { name: "omnidex changes", connectTimeout: this.pace.patience });
    client.on("end", () => this.#lost(client));
    client.on("notification", ({ channel, payload = "" }) => this.#onNotification(channel, payload));
    try {
      await client.query(`listen ${CHANGES_CHANNEL}`);
      await client.query(`listen ${MESSAGES_CHANNEL}`);
      return client;
    } catch (error) {
      cut(client);
      throw error;
    }
  }

  #lost(client: Client): void {
    if (this.#client !== client) return;
    this.#known = false;
    this.#client = null;
  }

  #hangUp(): void {
    const client = this.#client;
    this.#client = null;
    if (client !== null) cut(client);
  }

  #onNotification(channel: string, payload: string): void {
    if (channel === MESSAGES_CHANNEL) this.#message(payload);
    else if (payload === `ping ${this.#name}`) this.#heard?.();
    else if (!payload.startsWith("ping ") && !this.#told.delete(payload)) this.#counted.advance();
  }

  async #hearMyself(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const heard = new Promise<void>((resolve, reject) => {
      this.#heard = resolve;
      timer = setTimeout(() => reject(new Error("no notification came back")), this.pace.patience).unref();
    });
    try {
      await Promise.all([heard, this.notify(`ping ${this.#name}`)]);
    } finally {
      clearTimeout(timer);
      this.#heard = null;
    }
  }
}
