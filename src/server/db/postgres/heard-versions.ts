import { randomBytes } from "node:crypto";
import type { Client } from "pg";
import { CountedVersions, type DataVersions } from "../data-versions.ts";
import { connect, cut } from "./connection.ts";

/** The channel on which the servers of one database announce changes. */
export const CHANGES_CHANNEL = "omnidex_changes";

/** The channel on which the servers of one database send each other all other messages. */
export const MESSAGES_CHANNEL = "omnidex_messages";

/** How often this process checks that notifications arrive, and how long one may take, both in milliseconds. */
export interface HearingPace {
  readonly interval: number;
  readonly patience: number;
}

const PACE: HearingPace = { interval: 5_000, patience: 2_000 };

/** How many commits of this process are remembered until their notifications come back. */
const MOST_TOLD = 1_000;

/**
 * The version of a database that other processes also change. All processes announce their changes with NOTIFY.
 * Notifications can stop without an error: a connection may be lost silently, and a connection pooler may drop LISTEN.
 * So this process sends itself a notification every few seconds. If it does not arrive, the version is `null` until
 * notifications arrive again. Then a new version begins.
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

  /** @param notify sends a notification at once, over a connection that does not listen */
  constructor(
    private readonly url: string,
    private readonly notify: (payload: string) => Promise<unknown>,
    private readonly pace: HearingPace = PACE,
  ) {}

  current(): string | null {
    return this.#known ? this.#counted.current() : null;
  }

  /** Sets the listener of messages from other servers. */
  onMessage(listener: (text: string) => void): void {
    this.#message = listener;
  }

  /**
   * Records that a transaction of this process has ended.
   * @param payload the payload of the transaction's notification; null if the transaction may have failed
   */
  advance(payload: string | null): void {
    this.#counted.advance();
    if (payload === null) return;
    if (this.#told.size >= MOST_TOLD) this.#told.clear();
    this.#told.add(payload);
  }

  /** Starts to listen, and keeps trying until `close`. Returns after the first attempt, whether or not it succeeded. */
  async listen(): Promise<void> {
    if (this.#closed) return;
    await this.#try();
    // Tries twice: after a long pause of the event loop, the timeout fires before pending notifications are read.
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
      // The error is not reported here, because statements report database errors to their callers. It only makes the
      // version unknown.
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
