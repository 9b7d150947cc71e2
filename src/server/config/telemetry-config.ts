import { ConfigError, type Setting } from "./settings.ts";

export const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const LOG_FORMATS = ["json", "pretty"] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** What is logged, and how. */
export interface LogConfig {
  /** Null means `warn` on a terminal, and `info` elsewhere. */
  readonly level: LogLevel | null;
  /** Null means `pretty` on a terminal, and `json` elsewhere. */
  readonly format: LogFormat | null;
  /** Statements that take at least this long are logged, in milliseconds; null for none. */
  readonly slowStatement: number | null;
  /** Texts that no line of the log may contain: keys and passwords of the settings. */
  readonly secrets: readonly string[];
}

/** Where `/metrics` is served to callers without a key. */
export interface MetricsAddress {
  readonly host: string;
  /** 0 lets the system choose. */
  readonly port: number;
}

/** The two encodings of OTLP over HTTP. */
export const TRACE_PROTOCOLS = ["http/protobuf", "http/json"] as const;

/** How traces are sent. All other settings are OpenTelemetry's own environment variables. */
export interface TracesConfig {
  readonly protocol: (typeof TRACE_PROTOCOLS)[number];
}

/** The settings for logs, metrics and traces. */
export interface TelemetryConfig {
  readonly log: LogConfig;
  /** Null if `/metrics` is served only to administrators, on the server's own port. */
  readonly metrics: MetricsAddress | null;
  /** Null if tracing is off. */
  readonly traces: TracesConfig | null;
}

/** @throws {ConfigError} for a value that cannot be used */
export function telemetry(setting: Setting): TelemetryConfig {
  return {
    log: {
      level: oneOf("OMNIDEX_LOG_LEVEL", LOG_LEVELS, setting("OMNIDEX_LOG_LEVEL")),
      format: oneOf("OMNIDEX_LOG_FORMAT", LOG_FORMATS, setting("OMNIDEX_LOG_FORMAT")),
      slowStatement: slowStatement(setting("OMNIDEX_SLOW_STATEMENT_MS") ?? "1000"),
      secrets: secretsOf(setting),
    },
    metrics: metricsAddress(setting("OMNIDEX_METRICS_HOST") ?? "127.0.0.1", setting("OMNIDEX_METRICS_PORT")),
    traces: traces(setting("OTEL_EXPORTER_OTLP_ENDPOINT"), setting),
  };
}

function oneOf<T extends string>(name: string, values: readonly T[], text: string | undefined): T | null {
  if (text === undefined) return null;
  const value = values.find((one) => one === text.toLowerCase());
  if (value === undefined) throw new ConfigError(`${name} must be one of ${values.join(", ")}; it is '${text}'.`);
  return value;
}

const LONGEST = 3_600_000;

function slowStatement(text: string): number | null {
  const number = Number(text);
  if (!/^\d{1,7}$/.test(text) || number > LONGEST)
    throw new ConfigError(
      `OMNIDEX_SLOW_STATEMENT_MS must be a number of milliseconds from 0 (off) to ${LONGEST}; it is '${text}'.`,
    );
  return number === 0 ? null : number;
}

function metricsAddress(host: string, port: string | undefined): MetricsAddress | null {
  if (port === undefined) return null;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new ConfigError(`OMNIDEX_METRICS_PORT must be a number from 0 to 65535; it is '${port}'.`);
  return { host, port: Number(port) };
}

/** @param standard the variables of OpenTelemetry's specification */
function traces(endpoint: string | undefined, standard: Setting): TracesConfig | null {
  const own = standard("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT");
  const isOff = standard("OTEL_SDK_DISABLED")?.toLowerCase() === "true" || standard("OTEL_TRACES_EXPORTER") === "none";
  if ((endpoint === undefined && own === undefined) || isOff) return null;
  // The value may hold a password, so it is not repeated.
  for (const [name, url] of [
    ["OTEL_EXPORTER_OTLP_ENDPOINT", endpoint],
    ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", own],
  ] as const)
    if (url !== undefined && !(URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)))
      throw new ConfigError(`${name} must be an http or https address such as http://127.0.0.1:4318.`);
  for (const name of ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL"] as const) {
    const protocol = oneOf(name, TRACE_PROTOCOLS, standard(name));
    if (protocol !== null && protocol !== undefined) return { protocol };
  }
  return { protocol: "http/protobuf" };
}

/** The length of the shortest secret that is removed from the log. Shorter texts would also match ordinary words. */
const SHORTEST_SECRET = 6;

/** The keys in the settings and the passwords in their addresses, both raw and percent-decoded. */
function secretsOf(setting: Setting): readonly string[] {
  const keys = [setting("OMNIDEX_ADMIN_KEY"), setting("OMNIDEX_JUDGE_API_KEY")];
  const urls = [setting("DATABASE_URL"), ...(setting("DATABASE_REPLICA_URLS") ?? "").split(",")];
  const passwords = urls.flatMap((url) => {
    if (url === undefined || !URL.canParse(url.trim())) return [];
    const { password, searchParams } = new URL(url.trim());
    return [password, decoded(password), searchParams.get("password") ?? ""];
  });
  return [...new Set([...keys, ...passwords])].filter(
    (text): text is string => text !== undefined && text.length >= SHORTEST_SECRET,
  );
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
