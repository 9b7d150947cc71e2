import type { Datasheet, DatasheetFact, DatasheetTopic } from "../../domain/datasheet.ts";
import type { ExportedRelease } from "../../domain/exported-release.ts";
import { QUESTION_COLUMNS, type QuestionColumn } from "../questions/question-columns.ts";
import { QUESTION_FORMATS, type QuestionExtension } from "../questions/question-formats.ts";

/** The terms of Croissant's vocabulary that its reference implementation expects in every `@context`. */
const TERMS = [
  "arrayShape",
  "citeAs",
  "column",
  "extract",
  "field",
  "fileObject",
  "fileProperty",
  "fileSet",
  "format",
  "includes",
  "isArray",
  "isLiveDataset",
  "jsonPath",
  "key",
  "md5",
  "parentField",
  "path",
  "recordSet",
  "references",
  "regex",
  "repeated",
  "replace",
  "samplingRate",
  "separator",
  "source",
  "subField",
  "transform",
] as const;

const CROISSANT_CONTEXT = {
  "@language": "en",
  "@vocab": "https://schema.org/",
  sc: "https://schema.org/",
  cr: "http://mlcommons.org/croissant/",
  rai: "http://mlcommons.org/croissant/RAI/",
  dct: "http://purl.org/dc/terms/",
  conformsTo: "dct:conformsTo",
  data: { "@id": "cr:data", "@type": "@json" },
  examples: { "@id": "cr:examples", "@type": "@json" },
  dataType: { "@id": "cr:dataType", "@type": "@vocab" },
  name: { "@container": "@language" },
  description: { "@container": "@language" },
  ...Object.fromEntries(TERMS.map((term) => [term, `cr:${term}`])),
} as const;

/** The version of Croissant's vocabulary for responsible AI that is written. */
const RAI_VERSION = "http://mlcommons.org/croissant/RAI/1.0";

/** The properties that hold the facts of a datasheet. */
const PROPERTIES: readonly (readonly [property: string, ...topics: DatasheetTopic[]])[] = [
  ["rai:dataCollection", "collection"],
  ["rai:dataAnnotationProtocol", "annotationProtocol"],
  ["rai:annotatorDemographics", "annotators"],
  ["rai:annotationsPerItem", "annotationsPerItem"],
  ["rai:dataAnnotationAnalysis", "qualityControl"],
  ["rai:dataLimitations", "limitations"],
  ["rai:dataReleaseMaintenancePlan", "maintenance", "contact"],
];

/**
 * The facts of a datasheet as properties for responsible AI. Facts that nobody states have no property. If the licence is
 * stated differently in several places, `conditionsOfAccess` lists them.
 * @see https://docs.mlcommons.org/croissant/docs/croissant-rai-spec.html
 */
const responsibleAi = (datasheet: Datasheet): Readonly<Record<string, string>> =>
  Object.fromEntries([
    ...PROPERTIES.flatMap(([property, ...topics]) => {
      const texts = topics.flatMap((topic) => statement(topic, datasheet[topic]));
      return texts.length === 0 ? [] : [[property, texts.join(" ")]];
    }),
    ...(datasheet.licensesDiffer ? [["conditionsOfAccess", licences(datasheet)]] : []),
  ]);

const statement = (topic: DatasheetTopic, fact: DatasheetFact | null): readonly string[] =>
  fact === null ? [] : [`${topic === "contact" ? "Contact: " : ""}${cited(fact)}`];

const cited = ({ text, source }: DatasheetFact): string => (source === null ? text : `${text} (${source})`);

const licences = ({ licenses }: Datasheet): string =>
  `The licence is stated differently: ${licenses.map(cited).join("; ")}.`;

/** An exported file of a release, as a download at this moment returns it. */
export interface DistributedFile {
  readonly extension: QuestionExtension;
  readonly url: string;
  /** The size in bytes. */
  readonly size: number;
  /** SHA-256 of the file, in hexadecimal. */
  readonly sha256: string;
}

/** The version of Croissant that is written. */
export const CROISSANT_VERSION = "http://mlcommons.org/croissant/1.1";

/**
 * The media types that Croissant's reference implementation expects. They differ from the `Content-Type` headers of the
 * downloads (`mediaType` in `QUESTION_FORMATS`).
 */
const ENCODINGS: Readonly<Record<QuestionExtension, string>> = {
  ndjson: "application/jsonlines",
  csv: "text/csv",
  parquet: "application/x-parquet",
};

/**
 * The description of a release in Croissant, a format for metadata of datasets. It lists the exported files and the
 * columns of the Parquet file.
 * @param showsAnswers whether the files have the columns that reveal the answers
 * @param datasheet how the data were made; null if that is unknown
 * @see https://docs.mlcommons.org/croissant/docs/croissant-spec-1.1.html
 */
export const croissant = (
  release: ExportedRelease,
  page: string,
  files: readonly DistributedFile[],
  showsAnswers: boolean,
  datasheet: Datasheet | null,
) => ({
  "@context": CROISSANT_CONTEXT,
  "@type": "sc:Dataset",
  conformsTo: datasheet === null ? CROISSANT_VERSION : [CROISSANT_VERSION, RAI_VERSION],
  name: release.benchmark,
  alternateName: release.title,
  description: release.description ?? `${release.title}: questions about videos.`,
  license: release.license ?? "not stated",
  url: release.homepage ?? page,
  sameAs: page,
  creator: { "@type": "sc:Organization", name: `The authors of ${release.title}`, ...homepageOf(release) },
  publisher: { "@type": "sc:Organization", name: "The maintainers of this Omnidex server" },
  datePublished: release.importedAt,
  version: versionOf(release),
  citeAs: citation(release),
  keywords: ["video", "audio", "question answering", "benchmark"],
  isLiveDataset: false,
  ...(datasheet !== null && responsibleAi(datasheet)),
  distribution: files.map(fileObject),
  recordSet: [recordSet(release, showsAnswers)],
});

const homepageOf = ({ homepage }: ExportedRelease) => (homepage === null ? {} : { url: homepage });

/**
 * The version of a dataset. The first number is the release, and the second its answer key, because a corrected key
 * changes existing data.
 */
const versionOf = ({ version, keyRevision }: ExportedRelease): string => `${version}.${keyRevision - 1}.0`;

/** A citation: the release, and the project's page, which says how to cite the paper. */
const citation = (release: ExportedRelease): string => {
  const where = release.homepage === null ? "" : ` ${release.homepage}.`;
  return `${release.title}.${where} Release ${versionOf(release)}, SHA-256 ${release.contentHash}.`;
};

const fileId = (extension: QuestionExtension): string => `questions.${extension}`;

const fileObject = ({ extension, url, size, sha256 }: DistributedFile) => ({
  "@type": "cr:FileObject",
  "@id": fileId(extension),
  name: fileId(extension),
  description: `The questions as ${extension}, made on request; of type ${QUESTION_FORMATS[extension].mediaType}.`,
  contentUrl: url,
  contentSize: `${size} B`,
  encodingFormat: ENCODINGS[extension],
  sha256,
});

const recordSet = (release: ExportedRelease, showsAnswers: boolean) => ({
  "@type": "cr:RecordSet",
  "@id": "questions",
  name: "questions",
  description: `The ${release.questions} questions of the release.`,
  key: { "@id": "questions/key" },
  field: QUESTION_COLUMNS.filter(({ tellsAnswer }) => tellsAnswer !== true || showsAnswers).map(field),
});

const field = ({ name, type, description }: QuestionColumn) => ({
  "@type": "cr:Field",
  "@id": `questions/${name}`,
  name,
  description,
  dataType: DATA_TYPES[type],
  ...(type === "texts" && { isArray: true, arrayShape: "-1" }),
  source: { fileObject: { "@id": fileId("parquet") }, extract: { column: name } },
});

const DATA_TYPES: Readonly<Record<QuestionColumn["type"], string>> = {
  text: "sc:Text",
  texts: "sc:Text",
  json: "sc:Text",
  integer: "sc:Integer",
  number: "sc:Float",
  boolean: "sc:Boolean",
};
