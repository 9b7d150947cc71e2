import { ConfigError, type Setting } from "./settings.ts";

/** A model behind an OpenAI-compatible API for chat completions. */
export interface JudgeConfig {
  /** The API's base: `http://127.0.0.1:8000/v1`. */
  readonly url: string;
  readonly model: string;
  readonly apiKey: string | null;
  /** The most concurrent requests. */
  readonly concurrency: number;
}

/** @throws {ConfigError} for a value that cannot be used */
export function judge(setting: Setting): JudgeConfig | null {
  const [url, model] = [setting("OMNIDEX_JUDGE_URL"), setting("OMNIDEX_JUDGE_MODEL")];
  const apiKey = judgeKey(setting("OMNIDEX_JUDGE_API_KEY"));
  const concurrency = judgeConcurrency(setting("OMNIDEX_JUDGE_CONCURRENCY") ?? "4");
  if (url === undefined && model === undefined) return null;
  if (url === undefined) throw new ConfigError("OMNIDEX_JUDGE_MODEL is set, so OMNIDEX_JUDGE_URL must be, too.");
  if (model === undefined) throw new ConfigError("OMNIDEX_JUDGE_URL is set, so OMNIDEX_JUDGE_MODEL must be, too.");
  if (/\p{Cc}/u.test(model) || model.length > 200)
    throw new ConfigError("OMNIDEX_JUDGE_MODEL must be a name in one line of at most 200 characters.");
  return { url: judgeUrl(url), model, apiKey, concurrency };
}

/** The value may hold a password, so it is not repeated. */
function judgeUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new ConfigError("OMNIDEX_JUDGE_URL must be an http or https address such as http://127.0.0.1:8000/v1.");
  if (url.username !== "" || url.password !== "")
    throw new ConfigError(
      "OMNIDEX_JUDGE_URL must not contain a user name or a password; OMNIDEX_JUDGE_API_KEY takes the key.",
    );
  return url.href;
}

function judgeKey(key: string | undefined): string | null {
  if (key === undefined) return null;
  if (/[^\x21-\x7e]/.test(key))
    throw new ConfigError("OMNIDEX_JUDGE_API_KEY must consist of printable ASCII characters without spaces.");
  return key;
}

function judgeConcurrency(text: string): number {
  const number = Number(text);
  if (!/^\d{1,3}$/.test(text) || number < 1 || number > 100)
    throw new ConfigError(`OMNIDEX_JUDGE_CONCURRENCY must be a number from 1 to 100; it is '${text}'.`);
  return number;
}
