import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Button } from "react-aria-components";
import { evidenceText } from "../../../formats/tables/run-counts.ts";
import type { Item } from "../../../sdk/index.ts";
import { Skeletons } from "../../components/skeletons.tsx";
import { ViewFailure } from "../../shell/view-states.tsx";
import { CurveFigure } from "./curve-figure.tsx";
import { itemQuery } from "./item-queries.ts";
import { coefficient, range, share } from "./item-text.ts";
import { OptionsFigure } from "./options-figure.tsx";

interface ItemDetailProps {
  /** The slug. */
  readonly benchmark: string;
  /** The question's key. */
  readonly question: string;
  readonly onClose: () => void;
}

/** The statistics of one question, with its curve and the options that runs pick. */
export function ItemDetail({ benchmark, question, onClose }: ItemDetailProps) {
  const { data: item, error, refetch } = useQuery(itemQuery(benchmark, question));
  return (
    <section className="card stack" aria-labelledby="item-detail">
      <div className="section-head">
        <h2 id="item-detail" className="name">
          {question}
        </h2>
        <Button className="button no-print" onPress={onClose}>
          Close
        </Button>
      </div>
      {error !== null && item === undefined && <ViewFailure error={error} reset={() => void refetch()} />}
      {error === null && item === undefined && <Skeletons count={2} height="8rem" />}
      {item === null && <p className="soft">The benchmark has no question with this key.</p>}
      {item != null && <Figures item={item} />}
    </section>
  );
}

function Figures({ item }: { readonly item: Item }) {
  const { question, evidence, model, options, shareByBand } = item;
  return (
    <>
      <p className="name">
        <Link to="/questions/$question" params={{ question: question.id }}>
          {question.text}
        </Link>
      </p>
      <dl className="item-facts small">
        <Fact name="Asked" value={evidenceText(evidence)} />
        <Fact name="Right" value={item.share === null ? "–" : `${share(item.share)} % (${range(item.interval)})`} />
        {shareByBand.length > 0 && (
          <Fact name="By third, weakest first" value={`${shareByBand.map(share).join(", ")} %`} />
        )}
        <Fact name="Discrimination" value={coefficient(item.discrimination)} />
        <Fact name="Two families agree" value={item.agreement === null ? "–" : `${share(item.agreement)} %`} />
      </dl>
      <div className="item-figures">
        {model != null && <CurveFigure model={model} />}
        {options.length > 0 && <OptionsFigure options={options} />}
      </div>
      {model == null && <p className="soft small">A curve needs 8 runs of 3 families that were asked the question.</p>}
    </>
  );
}

const Fact = ({ name, value }: { readonly name: string; readonly value: string }) => (
  <div>
    <dt className="faint">{name}</dt>
    <dd>{value}</dd>
  </div>
);
