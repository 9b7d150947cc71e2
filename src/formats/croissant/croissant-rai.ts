import type { Datasheet, DatasheetFact, DatasheetTopic } from "../../domain/datasheet.ts";

/** The version of Croissant's vocabulary for responsible AI that is written. */
export const RAI_VERSION = "http://mlcommons.org/croissant/RAI/1.0";

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
export const responsibleAi = (datasheet: Datasheet): Readonly<Record<string, string>> =>
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
