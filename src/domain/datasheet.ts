/** A fact about how a benchmark's data were made or are kept. */
export interface DatasheetFact {
  readonly text: string;
  /** The paper and its section, or a file of the repository. */
  readonly source: string | null;
}

/** The topics of a datasheet that have one fact each, with their titles. */
export const DATASHEET_TOPICS = {
  collection: "Collection",
  annotationProtocol: "Annotation",
  annotators: "Annotators",
  annotationsPerItem: "Annotations per question",
  qualityControl: "Quality control",
  limitations: "Limitations",
  contact: "Contact",
  maintenance: "Maintenance",
} as const;
export type DatasheetTopic = keyof typeof DATASHEET_TOPICS;

/** The facts that are stated; the others are absent. */
export type StatedFacts = Readonly<Partial<Record<DatasheetTopic, DatasheetFact>>> & {
  /** One for each place that states a licence. */
  readonly licenses?: readonly DatasheetFact[];
};

/** All topics of a datasheet; null if nobody states the fact. */
export type Datasheet = Readonly<Record<DatasheetTopic, DatasheetFact | null>> & {
  readonly licenses: readonly DatasheetFact[];
  readonly licensesDiffer: boolean;
};

const TOPICS = Object.keys(DATASHEET_TOPICS) as DatasheetTopic[];

/** The datasheet of the facts that are stated. */
export function completeDatasheet({ licenses = [], ...stated }: StatedFacts): Datasheet {
  const facts = Object.fromEntries(TOPICS.map((topic) => [topic, stated[topic] ?? null]));
  return {
    ...(facts as Record<DatasheetTopic, DatasheetFact | null>),
    licenses,
    licensesDiffer: new Set(licenses.map(({ text }) => text)).size > 1,
  };
}

/** The facts of a datasheet that are stated, with their titles. */
export function datasheetRows(datasheet: Datasheet): readonly (readonly [title: string, fact: DatasheetFact])[] {
  const facts = TOPICS.flatMap((topic) => {
    const fact = datasheet[topic];
    return fact === null ? [] : [[DATASHEET_TOPICS[topic], fact] as const];
  });
  const title = datasheet.licensesDiffer ? "Licence, not the same everywhere" : "Licence";
  return [...facts, ...datasheet.licenses.map((fact) => [title, fact] as const)];
}
