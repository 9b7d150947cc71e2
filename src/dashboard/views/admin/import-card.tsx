import { lazy, Suspense, useState } from "react";
import { Button, Checkbox } from "react-aria-components";
import {
  hidesAnswers,
  PUBLIC_SHARE_FAULT,
  readPublicShare,
  readShare,
  SHARE_FAULT,
} from "../../../domain/exported-release.ts";
import type { ImportError } from "../../../domain/import-error.ts";
import { boardsText, hiddenElsewhereText, type ImportReport, seenBeforeText } from "../../../domain/import-report.ts";
import type { RecipeChoices, RecipeProposal } from "../../../domain/recipe-proposal.ts";
import type { ReleaseChanges } from "../../../domain/release-changes.ts";
import { counted } from "../../../domain/texts.ts";
import { Field } from "../../components/field.tsx";
import { FileDrop } from "../../components/file-drop.tsx";
import { apiKey, fetchWith } from "../../data/api-key.ts";
import { queryClient } from "../../data/query-client.ts";
import { IssueTable } from "../submit/reader-report-card.tsx";
import { ReleaseChangesCard } from "./release-changes-card.tsx";
import { useAction } from "./use-action.ts";

/** Loaded once files need it. */
const ProposalCard = lazy(async () => ({ default: (await import("./proposal-card.tsx")).ProposalCard }));

/** The problems of files that cannot be imported. */
const ImportProblemsCard = ({ problems, problemCount }: ImportProblems) => (
  <div className="stack" role="alert">
    <p className="field-error">{counted(problemCount, "problem")}. Nothing was imported.</p>
    <IssueTable
      head={["Place", "Question or video", "What is wrong"]}
      rows={problems.map(({ path, key, message }) => [path, key ?? "", message])}
    />
    {problemCount > problems.length && (
      <p className="faint small">and {counted(problemCount - problems.length, "more problem")}</p>
    )}
  </div>
);

/** Imports a benchmark's files, after showing what would change. */
export function ImportCard() {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [slug, setSlug] = useState("");
  const [isHidden, setIsHidden] = useState(false);
  const [shares, setShares] = useState<Shares>({ public: "", open: "" });
  const [answer, setAnswer] = useState<ImportAnswer | null>(null);
  const [proposal, setProposal] = useState<RecipeProposal | null>(null);
  const [choices, setChoices] = useState<RecipeChoices>({});
  const { run, fault, isBusy } = useAction();
  const faults = isHidden ? shareFaults(shares) : {};
  const isReady = files.length > 0 && slug.trim() !== "" && Object.keys(faults).length === 0 && !isBusy;
  const needsReplace =
    answer?.kind === "refused" || (answer?.kind === "report" && (answer.report.changes?.reasons.length ?? 0) > 0);
  const isChecked = answer?.kind === "refused" || (answer?.kind === "report" && answer.report.dryRun);
  const forget = (): void => {
    setAnswer(null);
    setProposal(null);
    setChoices({});
  };
  const send = (dryRun: boolean): void =>
    void run(async () => {
      const read = dryRun ? await proposeRecipe(slug.trim(), files, choices) : { proposal };
      if (dryRun) setAnswer("kind" in read ? read : null);
      if ("kind" in read) return;
      setProposal(read.proposal);
      if (read.proposal !== null && read.proposal.recipe === null) return;
      const recipe = read.proposal?.recipe ?? null;
      const all = recipe === null ? files : [...files, new File([recipe], `${slug.trim()}.yaml`)];
      const hidden = isHidden ? shares : null;
      setAnswer(await importBenchmark(slug.trim(), all, { dryRun, replace: !dryRun && needsReplace, hidden }));
      if (!dryRun) await queryClient.invalidateQueries();
    });
  return (
    <section className="card stack" aria-labelledby="admin-import">
      <h2 id="admin-import">Import a benchmark</h2>
      <FileDrop
        files={files}
        isDisabled={isBusy}
        prompt="Drop the files of a benchmark here"
        hint="JSON, JSON Lines, CSV, TSV or Parquet, and a recipe (.yaml) if there is one"
        onFiles={(chosen) => {
          setFiles(chosen);
          forget();
        }}
      />
      <div className="admin-form">
        <Field
          label="Slug"
          hint="such as worldsense"
          value={slug}
          onChange={(typed) => {
            setSlug(typed);
            forget();
          }}
        />
        <Checkbox
          className="check"
          isSelected={isHidden}
          onChange={(checked) => {
            setIsHidden(checked);
            setAnswer(null);
          }}
        >
          <span className="check-box" aria-hidden="true" />
          hide the answers
        </Checkbox>
        {isHidden && (
          <ShareFields
            shares={shares}
            faults={faults}
            onChange={(typed) => {
              setShares(typed);
              setAnswer(null);
            }}
          />
        )}
        <Button className={isChecked ? "button" : "button primary"} isDisabled={!isReady} onPress={() => send(true)}>
          See what would change
        </Button>
        <Button
          className={isChecked ? "button primary" : "button"}
          isDisabled={!isReady || !isChecked}
          onPress={() => send(false)}
        >
          {needsReplace ? "Import and replace" : "Import"}
        </Button>
      </div>
      {fault !== null && (
        <p className="field-error name" role="alert">
          {fault}
        </p>
      )}
      {answer !== null && <Answer answer={answer} />}
      {proposal !== null && (
        <Suspense fallback={null}>
          <ProposalCard
            proposal={proposal}
            choices={choices}
            onDecide={(decided) => {
              setChoices({ ...choices, ...decided });
              setAnswer(null);
            }}
          />
        </Suspense>
      )}
    </section>
  );
}

/** The shares of a release's questions as they are typed. An empty one is not sent, so the server's default holds. */
interface Shares {
  readonly public: string;
  readonly open: string;
}

type ShareFaults = { readonly [Name in keyof Shares]?: string };

const shareFaults = ({ public: shown, open }: Shares): ShareFaults => ({
  ...(shown !== "" && readPublicShare(shown) === null && { public: PUBLIC_SHARE_FAULT }),
  ...(open !== "" && readShare(open) === null && { open: SHARE_FAULT }),
});

const ShareFields = ({
  shares,
  faults,
  onChange,
}: {
  readonly shares: Shares;
  readonly faults: ShareFaults;
  readonly onChange: (shares: Shares) => void;
}) => (
  <>
    <Field
      label="Public share"
      hint="of the questions on the public leaderboard (default 0.5); the others are for a private one. 1 for one leaderboard"
      value={shares.public}
      fault={faults.public}
      onChange={(typed) => onChange({ ...shares, public: typed.trim() })}
    />
    <Field
      label="Open share"
      hint="of the questions (0.2), which become a benchmark of their own, whose answers everyone sees; empty for none"
      value={shares.open}
      fault={faults.open}
      onChange={(typed) => onChange({ ...shares, open: typed.trim() })}
    />
  </>
);

function Answer({ answer }: { readonly answer: ImportAnswer }) {
  if (answer.kind === "broken") return <ImportProblemsCard {...answer} />;
  if (answer.kind === "refused")
    return (
      <div className="stack" role="status">
        <p className="notice name">{answer.reason}</p>
        <ReleaseChangesCard changes={answer.changes} />
      </div>
    );
  const { open } = answer.report;
  return (
    <div className="stack" role="status">
      <Report report={answer.report} />
      {open !== undefined && (
        <>
          <h3>The open part, whose answers everyone sees</h3>
          <Report report={open} />
        </>
      )}
    </div>
  );
}

function Report({ report }: { readonly report: ImportReport }) {
  return (
    <>
      <p>
        <strong>{STATUS[report.status][report.dryRun ? "dry" : "done"]}</strong> {report.releaseVersion}:{" "}
        {counted(report.counts.questions, "question")} on {counted(report.counts.videos, "video")}, read as{" "}
        {report.format}
        {hidesAnswers(report) && `, with hidden answers: ${boardsText(report.publicShare)}`}.
      </p>
      {report.seenBefore > 0 && <p className="notice">{seenBeforeText(report.seenBefore)}</p>}
      {report.hiddenElsewhere.map((found) => (
        <p className="notice" key={found.benchmark}>
          {hiddenElsewhereText(found)}{" "}
          {report.dryRun ? "This import would show the answers to everyone." : "Everyone can see the answers now."}{" "}
          Leave {found.questionCount === 1 ? "this question" : "these questions"} out, or hide the answers.
        </p>
      ))}
      {report.changes !== null && report.changes.reasons.length > 0 && report.dryRun && (
        <p className="notice">This replaces a release that has runs, or many questions that the files lack.</p>
      )}
      {report.changes !== null && <ReleaseChangesCard changes={report.changes} />}
      <Oddities oddities={report.oddities} />
    </>
  );
}

const STATUS: Readonly<Record<ImportReport["status"], { readonly dry: string; readonly done: string }>> = {
  CREATED: { dry: "Would become release", done: "Imported as release" },
  UNCHANGED: { dry: "Is already release", done: "Unchanged: it is already release" },
  RESTORED: { dry: "Would be current again: release", done: "Current again: release" },
};

/** The most unknown fields to name. */
const MOST_UNKNOWN = 10;

function Oddities({ oddities }: Pick<ImportReport, "oddities">) {
  const counts = new Map<string, number>();
  for (const { code } of oddities) counts.set(code, (counts.get(code) ?? 0) + 1);
  if (counts.size === 0) return <p className="soft small">Nothing odd was found in the files.</p>;
  const unknown = oddities.filter(({ code }) => code === "UNKNOWN_FIELD").slice(0, MOST_UNKNOWN);
  return (
    <>
      <p className="soft small">
        Odd, and imported as it is: {[...counts].map(([code, total]) => `${code} (${total})`).join(", ")}.
      </p>
      {unknown.map(({ message }) => (
        <p className="soft small name" key={message}>
          {message}
        </p>
      ))}
    </>
  );
}

/** The response to an import: a report, the changes for which it needs consent, or the problems of the files. */
type ImportAnswer =
  | { readonly kind: "report"; readonly report: ImportReport }
  | { readonly kind: "refused"; readonly reason: string; readonly changes: ReleaseChanges }
  | ({ readonly kind: "broken" } & ImportProblems);

/** The first problems of the files; `problemCount` is their total number. */
type ImportProblems = Pick<ImportError, "problems" | "problemCount">;

interface ErrorBody {
  readonly errors?: readonly {
    readonly message: string;
    readonly extensions?: { readonly details?: Partial<ImportProblems> & { readonly changes?: ReleaseChanges } };
  }[];
}

/**
 * Sends a benchmark's files to `POST /import/<benchmark>`.
 * @throws Error with the server's reason, unless the import would replace a release or the files have problems
 */
async function importBenchmark(
  benchmark: string,
  files: readonly File[],
  {
    dryRun,
    replace,
    hidden,
  }: {
    readonly dryRun: boolean;
    readonly replace: boolean;
    /** The shares of a release that hides its answers. If null, the access of the current release stays; a first release is visible. */
    readonly hidden: Shares | null;
  },
): Promise<ImportAnswer> {
  const query = new URLSearchParams({ dryRun: String(dryRun), replace: String(replace) });
  if (hidden !== null) {
    query.set("answers", "hidden");
    for (const name of ["public", "open"] as const) if (hidden[name] !== "") query.set(name, hidden[name]);
  }
  const response = await post(`/import/${encodeURIComponent(benchmark)}?${query}`, files);
  return response.ok ? { kind: "report", report: await response.json() } : refusal(response);
}

/**
 * Asks `POST /import/<benchmark>?propose=true` for a recipe that the files suggest; null if they need none.
 * @throws as `importBenchmark` does
 */
async function proposeRecipe(
  benchmark: string,
  files: readonly File[],
  choices: RecipeChoices,
): Promise<{ readonly proposal: RecipeProposal | null } | ImportAnswer> {
  const query = new URLSearchParams({ propose: "true", ...choices });
  const response = await post(`/import/${encodeURIComponent(benchmark)}?${query}`, files);
  return response.ok ? response.json() : refusal(response);
}

function post(path: string, files: readonly File[]): Promise<Response> {
  const form = new FormData();
  for (const file of files) form.append("file", file, file.webkitRelativePath || file.name);
  const key = apiKey();
  return fetchWith(key)(path, {
    method: "POST",
    body: form,
    headers: key === null ? {} : { authorization: `Bearer ${key}` },
  });
}

/** What a server says of files that it does not import. @throws Error with its reason for any other refusal */
async function refusal(response: Response): Promise<ImportAnswer> {
  const body: ErrorBody = await response.json().catch(() => ({}));
  const [error] = body.errors ?? [];
  const { changes, problems, problemCount } = error?.extensions?.details ?? {};
  const reason = error?.message ?? `The server answered ${response.status}.`;
  if (problems !== undefined && problemCount !== undefined) return { kind: "broken", problems, problemCount };
  if (changes === undefined) throw new Error(reason);
  return { kind: "refused", reason, changes };
}
