import type { RecipeChoices, RecipeProposal, UndecidedQuestion } from "../../../domain/recipe-proposal.ts";
import { counted } from "../../../domain/texts.ts";
import { Picker } from "../../components/picker.tsx";
import { IssueTable } from "../submit/reader-report-card.tsx";

interface ProposalCardProps {
  readonly proposal: RecipeProposal;
  /** What has been decided. */
  readonly choices: RecipeChoices;
  readonly onDecide: (choices: RecipeChoices) => void;
}

/** A recipe that was made from the files of an import: what it reads, what it leaves open, and what looks wrong. */
export function ProposalCard({ proposal, choices, onDecide }: ProposalCardProps) {
  const { mapping, undecided, samples, unused, questionCount, videoCount, tasks, warnings } = proposal;
  return (
    <div className="stack" role="status">
      <p>
        A recipe for these files, from the names and values of their fields: {counted(questionCount, "question")} about{" "}
        {counted(videoCount, "video")}.
      </p>
      {undecided.map((open) => (
        <UndecidedField key={open.question} open={open} choices={choices} onDecide={onDecide} />
      ))}
      {undecided.length > 0 && (
        <p className="notice">The files do not decide this. Choose, and see again what would change.</p>
      )}
      {warnings.map((text) => (
        <p className="notice name" key={text}>
          {text}
        </p>
      ))}
      <IssueTable head={["Part", "Comes from"]} rows={mapping.map(({ field, from }) => [field, from])} />
      <IssueTable
        head={["Task", "Questions"]}
        rows={tasks.map((task) => [task.name, task.questionCount.toLocaleString("en-US")])}
      />
      <p className="soft small name">Not used: {unused.join(", ") || "none"}</p>
      {samples.map(({ key, task, prompt, answer }) => (
        <figure className="stack" key={key}>
          <figcaption className="small name">
            {key} ({task}); answer: {answer ?? "not decided"}
          </figcaption>
          <pre className="secret small">{prompt}</pre>
        </figure>
      ))}
    </div>
  );
}

/** A question that the files do not decide, with its answers as a list. */
function UndecidedField({
  open: { question, because, answers },
  choices,
  onDecide,
}: Omit<ProposalCardProps, "proposal"> & { readonly open: UndecidedQuestion }) {
  const picked = answers.findIndex(({ choice, value }) => choices[choice] === value);
  return (
    <div className="stack">
      <p className="name">
        {question} <span className="soft small">{because}</span>
      </p>
      <Picker
        label={question}
        choices={[
          { id: NOT_DECIDED, label: "not decided" },
          ...answers.map(({ value, means }, index) => ({ id: String(index), label: `${value}: ${means}` })),
        ]}
        picked={String(picked)}
        onPick={(id) => {
          const chosen = answers[Number(id)];
          if (chosen !== undefined) onDecide({ [chosen.choice]: chosen.value });
        }}
      />
    </div>
  );
}

/** The place of no answer. */
const NOT_DECIDED = "-1";
