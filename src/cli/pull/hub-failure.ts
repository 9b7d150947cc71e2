import { valueText } from "../../domain/texts.ts";
import type { HubSettings } from "./hub-settings.ts";

/** A download failed, permanently or for now. `hint` says what to do next and is printed on its own line. */
export class PullError extends Error {
  override readonly name = "PullError";

  constructor(
    message: string,
    readonly hint: string | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The request that the Hub refused. */
export interface HubRequest {
  readonly repo: string;
  /** The revision as the user gave it, or the commit. */
  readonly revision: string;
  /** The file; null for a request about the whole dataset. */
  readonly path: string | null;
}

/**
 * Returns an error that explains the Hub's refusal and what to do next.
 * @see https://github.com/huggingface/huggingface_hub/blob/main/src/huggingface_hub/utils/_http.py for `X-Error-Code`
 */
export async function hubFailure(response: Response, hub: HubSettings, request: HubRequest): Promise<PullError> {
  const { status, headers } = response;
  const page = `${hub.endpoint}/datasets/${request.repo}`;
  const said = headers.get("x-error-message") ?? (await messageOf(response));
  switch (headers.get("x-error-code") ?? "") {
    case "GatedRepo":
      return new PullError(`The dataset '${request.repo}' is gated${withSaid(said)}`, gatedHint(hub, page));
    case "RevisionNotFound":
      return new PullError(
        `The dataset '${request.repo}' has no revision '${request.revision}'.`,
        `Its revisions: ${page}/commits/main`,
      );
    case "EntryNotFound":
      return new PullError(
        `The dataset '${request.repo}' has no file '${request.path}' in revision ${request.revision}.`,
        `Its files: ${page}/tree/${request.revision}. Name another one with --file.`,
      );
    case "DisabledRepo":
      return new PullError(`The dataset '${request.repo}' has been disabled${withSaid(said)}`);
    case "RepoNotFound":
      return missing(hub, request);
    default:
      if (status === 401 && hub.token !== null && /credential|token/i.test(said)) return badToken(hub, said);
      if (status === 401 || status === 404) return missing(hub, request);
      if (status === 403)
        return new PullError(`The Hub refuses '${request.repo}'${withSaid(said)}`, gatedHint(hub, page));
      return new PullError(`The Hub answered ${status} for '${request.repo}'${withSaid(said)}`, AGAIN);
  }
}

export const AGAIN = "Run the same command again: files that are complete are kept.";

const withSaid = (said: string): string => (said === "" ? "." : `: ${said}${/[.!?]$/.test(said) ? "" : "."}`);

function gatedHint({ token, tokenSource, endpoint }: HubSettings, page: string): string {
  if (token === null)
    return `Accept its terms at ${page}, make a token at ${endpoint}/settings/tokens, set it as HF_TOKEN, and run the same command again.`;
  return `Accept its terms at ${page} with the account of the token (${tokenSource}); some authors review requests first. Then run the same command again.`;
}

const missing = (hub: HubSettings, { repo }: HubRequest): PullError =>
  new PullError(
    `There is no dataset '${repo}' at ${hub.endpoint}, or it is private.`,
    hub.token === null
      ? "If it is private, set HF_TOKEN to a token that may read it. To use another dataset, name it with --repo."
      : `If it is private, the token (${hub.tokenSource}) needs permission to read it. To use another dataset, name it with --repo.`,
  );

const badToken = (hub: HubSettings, said: string): PullError =>
  new PullError(
    `The Hub does not accept the token${withSaid(said)}`,
    `It is from ${hub.tokenSource}. Make another at ${hub.endpoint}/settings/tokens, or unset it: public datasets need none.`,
  );

async function messageOf(response: Response): Promise<string> {
  const text = await response.text().catch(() => "");
  try {
    const { error, message } = JSON.parse(text) as { readonly error?: unknown; readonly message?: unknown };
    return valueText(error ?? message ?? "").slice(0, 300);
  } catch {
    // An HTML page is not a useful reason.
    return /^\s*</.test(text) ? "" : text.trim().slice(0, 300);
  }
}
