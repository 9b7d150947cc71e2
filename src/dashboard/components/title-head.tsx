import { titleParts } from "../data/titles.ts";

interface TitleHeadProps {
  /** The title of a benchmark's paper. */
  readonly title: string;
  /** The words before the name, with a space at their end. */
  readonly before?: string;
}

/** The heading of a benchmark's page: the benchmark's name, and the rest of its paper's title below it. */
export function TitleHead({ title, before = "" }: TitleHeadProps) {
  const { name, rest } = titleParts(title);
  return (
    <hgroup>
      <h1 className="name">
        {before}
        {name}
      </h1>
      {rest !== null && <p className="soft small name">{rest}</p>}
    </hgroup>
  );
}
