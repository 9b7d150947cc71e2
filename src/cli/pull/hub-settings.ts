import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { UsageError } from "../output/usage-error.ts";

/** The Hub to use and how to authenticate. */
export interface HubSettings {
  /** The address of the Hub, without a trailing slash. */
  readonly endpoint: string;
  readonly token: string | null;
  /** Where the token comes from, for messages. */
  readonly tokenSource: string | null;
  /** A request is aborted if no byte arrives for this many milliseconds. */
  readonly silence: number;
  /** The pause before the first retry, in milliseconds. It doubles for each further retry. */
  readonly firstPause: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The settings of Hugging Face's own client, by the same names: `HF_ENDPOINT`, `HF_TOKEN`, `HF_TOKEN_PATH`, `HF_HOME`,
 * `HF_HUB_DISABLE_IMPLICIT_TOKEN`, `HF_HUB_OFFLINE`, `HF_HUB_DOWNLOAD_TIMEOUT`.
 * @see https://huggingface.co/docs/huggingface_hub/package_reference/environment_variables
 * @throws {UsageError} if a setting is invalid or forbids downloads
 */
export async function readHubSettings(environment: Environment): Promise<HubSettings> {
  if (isTrue(environment.HF_HUB_OFFLINE))
    throw new UsageError(
      "HF_HUB_OFFLINE is set, but a download needs the Hub.",
      "Unset it, and run the same command again.",
    );
  const { token, source } = await readToken(environment);
  return {
    endpoint: readEndpoint(environment.HF_ENDPOINT?.trim() || "https://huggingface.co"),
    token,
    tokenSource: source,
    silence: readSeconds(environment.HF_HUB_DOWNLOAD_TIMEOUT?.trim() || "30") * 1000,
    firstPause: 500,
  };
}

function readEndpoint(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new UsageError(`HF_ENDPOINT is not a URL: '${text}'.`, "It looks like https://huggingface.co.");
  return text.replace(/\/+$/, "");
}

function readSeconds(text: string): number {
  const seconds = Number(text);
  if (!(seconds > 0 && seconds <= 3600))
    throw new UsageError(`HF_HUB_DOWNLOAD_TIMEOUT must be a number of seconds from 1 to 3600, but is '${text}'.`);
  return seconds;
}

async function readToken(environment: Environment): Promise<{ token: string | null; source: string | null }> {
  if (isTrue(environment.HF_HUB_DISABLE_IMPLICIT_TOKEN)) return { token: null, source: null };
  for (const name of ["HF_TOKEN", "HUGGING_FACE_HUB_TOKEN"]) {
    const token = environment[name]?.trim();
    if (token) return { token: checkedToken(token, name), source: name };
  }
  const file = tokenFile(environment);
  const stored = await readFile(file, "utf8").catch(() => "");
  return stored.trim() === ""
    ? { token: null, source: null }
    : { token: checkedToken(stored.trim(), file), source: file };
}

/** Refuses a token that is not valid in a header, without showing it. */
function checkedToken(token: string, source: string): string {
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  throw new UsageError(`The token from ${source} contains spaces or characters that are not valid in a token.`);
}

function tokenFile({ HF_TOKEN_PATH, HF_HOME, XDG_CACHE_HOME, HOME }: Environment): string {
  return (
    HF_TOKEN_PATH || join(HF_HOME || join(XDG_CACHE_HOME || join(HOME || homedir(), ".cache"), "huggingface"), "token")
  );
}

/** The values that the official client takes as true. */
const isTrue = (value: string | undefined): boolean => /^(1|on|yes|true)$/i.test(value?.trim() ?? "");
