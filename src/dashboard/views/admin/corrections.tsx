import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "react-aria-components";
import type { Question } from "../../../sdk/index.ts";
import { BenchmarkSelect } from "../../components/benchmark-select.tsx";
import { Field } from "../../components/field.tsx";
import { counted, percent } from "../../data/figures-text.ts";
import { omnidex } from "../../data/omnidex.ts";
import { benchmarksQuery } from "../../data/queries.ts";
import { queryClient } from "../../data/query-client.ts";
import { effectsOf, type RunEffect } from "./correction-effect.ts";
import { useAction } from "./use-action.ts";

const EMPTY = { benchmark: "", question: "", answer: "", reason: "", author: "" };
/** The most runs whose ranks are compared. */
const MOST_COMPARED = 1_000;

interface Corrected {
  readonly rescored: number;
  readonly changed: number;
  readonly judging: number;
  readonly effects: readonly RunEffect[];
}

/** Corrects the answer of a question, and shows the effect on the leaderboard. */
export function Corrections() {
  const benchmarks = useQuery(benchmarksQuery).data ?? [];
  const [draft, setDraft] = useState(EMPTY);
  const [found, setFound] = useState<Question | null>(null);
  const [corrected, setCorrected] = useState<Corrected | null>(null);
  const { run, fault, isBusy } = useAction();
  const change = (fields: Partial<typeof EMPTY>): void => {
    setDraft((before) => ({ ...before, ...fields }));
    setCorrected(null);
    if (fields.benchmark !== undefined || fields.question !== undefined) setFound(null);
  };
  const look = (): void => void run(async () => setFound(await questionOf(draft.benchmark, draft.question.trim())));
  const correct = (): void =>
    void run(async () => {
      setCorrected(await correctAnswer(draft));
      setFound(await questionOf(draft.benchmark, draft.question.trim()));
      await queryClient.invalidateQueries();
    });
  const isWhole = [draft.answer, draft.reason, draft.author].every((text) => text.trim() !== "");
  return (
    <section className="card stack" aria-labelledby="admin-corrections">
      <h2 id="admin-corrections">Correct an answer</h2>
      <div className="admin-form">
        <BenchmarkSelect
          benchmarks={benchmarks}
          picked={draft.benchmark}
          fault={undefined}
          isDisabled={isBusy}
          onPick={(benchmark) => change({ benchmark })}
        />
        <Field label="Question's key" value={draft.question} onChange={(question) => change({ question })} />
        <Button
          className="button"
          isDisabled={isBusy || draft.benchmark === "" || draft.question.trim() === ""}
          onPress={look}
        >
          Show the question
        </Button>
      </div>
      {found !== null && (
        <>
          <CorrectedQuestion question={found} />
          <div className="admin-form">
            <Field
              label="Right answer"
              hint={found.options.length > 0 ? "the letter of the option" : "the answer itself"}
              value={draft.answer}
              onChange={(answer) => change({ answer })}
            />
            <Field label="Reason (public)" value={draft.reason} onChange={(reason) => change({ reason })} />
            <Field label="Your name (public)" value={draft.author} onChange={(author) => change({ author })} />
            <Button className="button primary" isDisabled={isBusy || !isWhole} onPress={correct}>
              Correct and rescore all runs
            </Button>
          </div>
        </>
      )}
      {fault !== null && (
        <p className="field-error name" role="alert">
          {fault}
        </p>
      )}
      {isBusy && (
        <p role="status" className="soft">
          Working …
        </p>
      )}
      {corrected !== null && <Effect corrected={corrected} />}
    </section>
  );
}

const CorrectedQuestion = ({ question: { id, text, options, answer } }: { readonly question: Question }) => (
  <div className="stack">
    <p className="name">
      <Link to="/questions/$question" params={{ question: id }}>
        {text}
      </Link>
    </p>
    <ol>
      {options.map(({ label, text: option }) => (
        <li key={label} className="name">
          {label}. {option}
          {answer?.label === label && <span className="tag">the answer now</span>}
        </li>
      ))}
    </ol>
    {options.length === 0 && (
      <p className="name">The answer now: {answer?.text ?? String(answer?.value ?? "unknown")}</p>
    )}
  </div>
);

function Effect({ corrected: { rescored, changed, judging, effects } }: { readonly corrected: Corrected }) {
  return (
    <div className="stack" role="status">
      <p>
        {counted(rescored, "run")} rescored, {counted(changed, "run")} with another outcome
        {judging > 0 && `; a judge reads ${counted(judging, "run")} again`}.
      </p>
      {effects.length > 0 && (
        <div className="table-frame">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Run</th>
                <th scope="col" className="number">
                  Score before
                </th>
                <th scope="col" className="number">
                  Score after
                </th>
                <th scope="col" className="number">
                  Rank before
                </th>
                <th scope="col" className="number">
                  Rank after
                </th>
              </tr>
            </thead>
            <tbody>
              {effects.map(({ id, model, before, after }) => (
                <tr key={id}>
                  <th scope="row" className="name clamp">
                    <Link to="/runs/$run" params={{ run: id }}>
                      {model}
                    </Link>
                  </th>
                  <td className="number">{percent(before.value)}</td>
                  <td className="number">{percent(after.value)}</td>
                  <td className="number">{before.rank}</td>
                  <td className="number">{after.rank}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </div>
  );
}

/** @throws Error if the benchmark has no question with this key */
async function questionOf(benchmark: string, key: string): Promise<Question> {
  const [question] = await omnidex()
    .questions({ filter: { benchmarks: [benchmark], keys: [key] } })
    .take(1)
    .toArray();
  if (question === undefined) throw new Error(`${benchmark} has no question '${key}'.`);
  return question;
}

async function correctAnswer({ benchmark, question, answer, reason, author }: typeof EMPTY): Promise<Corrected> {
  const board = () => omnidex().leaderboard(benchmark, { pageSize: 100 }).take(MOST_COMPARED).toArray();
  const before = await board();
  const { rescored, changed, judging } = await omnidex().correctAnswers({
    benchmark,
    corrections: [{ question: question.trim(), answer: answer.trim() }],
    reason: reason.trim(),
    author: author.trim(),
  });
  return { rescored, changed, judging, effects: effectsOf(before, await board()) };
}
