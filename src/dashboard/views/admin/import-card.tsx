import { useState } from "react";
import { Button, Checkbox } from "react-aria-components";
import { counted } from "../../../domain/counted.ts";
import { hidesAnswers } from "../../../domain/exported-release.ts";
import type { ImportReport } from "../../../domain/import-report.ts";
import { boardsText, hiddenElsewhereText, seenBeforeText } from "../../../domain/import-warnings.ts";
import { Field } from "../../components/field.tsx";
import { FileDrop } from "../../components/file-drop.tsx";
import { queryClient } from "../../data/query-client.ts";
import { ImportProblemsCard } from "./import-problems-card.tsx";
import { type ImportAnswer, importBenchmark } from "./import-request.ts";
import { ReleaseChangesCard } from "./release-changes-card.tsx";
import { useAction } from "./use-action.ts";

/** Imports a benchmark's files, after showing what would change. */
export function ImportCard() {
  const [files, setFiles] = useState<readonly File[]>([]);
  const [slug, setSlug] = useState("");
  const [isHidden, setIsHidden] = useState(false);
  const [answer, setAnswer] = useState<ImportAnswer | null>(null);
  const { run, fault, isBusy } = useAction();
  const isReady = files.length > 0 && slug.trim() !== "" && !isBusy;
  const needsReplace =
    answer?.kind === "refused" || (answer?.kind === "report" && (answer.report.changes?.reasons.length ?? 0) > 0);
  const isChecked = answer?.kind === "refused" || (answer?.kind === "report" && answer.report.dryRun);
  const send = (dryRun: boolean): void =>
    void run(async () => {
      setAnswer(await importBenchmark(slug.trim(), files, { dryRun, replace: !dryRun && needsReplace, isHidden }));
      if (!dryRun) await queryClient.invalidateQueries();
    });
  return (
    <section className="card stack" aria-labelledby="admin-import">
      <h2 id="admin-import">Import a benchmark</h2>
      <FileDrop
        files={files}
        isDisabled={isBusy}
        prompt="Drop the files of a benchmark here"
        hint="The benchmark's own files, or Omnidex's format: JSON, JSON Lines, TSV or Parquet"
        onFiles={(chosen) => {
          setFiles(chosen);
          setAnswer(null);
        }}
      />
      <div className="admin-form">
        <Field
          label="Slug"
          hint="such as worldsense"
          value={slug}
          onChange={(typed) => {
            setSlug(typed);
            setAnswer(null);
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
    </section>
  );
}

function Answer({ answer }: { readonly answer: ImportAnswer }) {
  if (answer.kind === "broken") return <ImportProblemsCard {...answer} />;
  if (answer.kind === "refused")
    return (
      <div className="stack" role="status">
        <p className="notice name">{answer.reason}</p>
        <ReleaseChangesCard changes={answer.changes} />
      </div>
    );
  const { report } = answer;
  return (
    <div className="stack" role="status">
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
    </div>
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
