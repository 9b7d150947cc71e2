import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { hidesAnswers } from "../../../domain/exported-release.ts";
import { Skeletons } from "../../components/waiting.tsx";
import { shortTitle } from "../../data/titles.ts";
import { NothingHere, useTitle, ViewFailure } from "../../shell/view-states.tsx";
import { QuestionItem } from "../questions/question-item.tsx";
import { questionQuery } from "../questions/question-queries.ts";

const route = getRouteApi("/questions/$question");

/** The page of one question, whose id is in the address. */
export function QuestionView() {
  const { question: id } = route.useParams();
  const { data: question, error, refetch } = useQuery(questionQuery(id));
  useTitle(question?.key ?? "Question");
  if (error !== null && question === undefined) return <ViewFailure error={error} reset={() => void refetch()} />;
  if (question === null) return <NothingHere />;
  if (question === undefined) return <Skeletons count={1} height="12rem" />;
  const { slug, title } = question.benchmark;
  return (
    <div className="stack">
      <h1 className="name">{question.key}</h1>
      <p className="soft small">
        Of{" "}
        <Link to="/questions" search={{ benchmark: slug }}>
          {shortTitle(title)}
        </Link>
        {!hidesAnswers(question) && (
          <>
            {" · "}
            <Link to="/items/$benchmark" params={{ benchmark: slug }} search={{ question: question.key }}>
              Item analysis
            </Link>
          </>
        )}
      </p>
      <ul>
        <QuestionItem question={question} showsBenchmark={false} />
      </ul>
    </div>
  );
}
