/*
 * The rules by which Croissant's reference implementation, mlcroissant, accepts a description. They are restated from
 * its sources (github.com/mlcommons/croissant, python/mlcroissant/mlcroissant/_src: core/rdf.py, core/constants.py and
 * structure_graph/nodes/*.py) and from the specification of Croissant 1.1 (docs/croissant-spec-1.1.md). Neither is kept
 * here.
 */

type Json = Readonly<Record<string, unknown>>;

/** @see the specification, "Required", and "Modified and Added Properties" */
const REQUIRED = ["description", "license", "name", "url", "creator", "datePublished", "distribution"];

/** @see core/rdf.py, `make_context`: it warns of every missing term */
const TERMS = [
  ...["@language", "@vocab", "arrayShape", "citeAs", "column", "conformsTo", "cr", "rai", "data", "dataType", "dct"],
  ...["description", "examples", "extract", "field", "fileProperty", "fileObject", "fileSet", "format", "includes"],
  ...["isArray", "isLiveDataset", "jsonPath", "key", "md5", "name", "parentField", "path", "recordSet", "references"],
  ...["regex", "repeated", "replace", "samplingRate", "sc", "separator", "source", "subField", "transform"],
];

/** @see core/constants.py, `DataType` and `EncodingFormat`: what a field may hold, and what files it can read */
const DATA_TYPES = ["sc:Boolean", "sc:Date", "sc:Float", "sc:Integer", "sc:Text", "sc:URL"];
const ENCODINGS = ["text/csv", "application/json", "application/jsonlines", "application/x-parquet", "text/plain"];

/** @see the specification of RAI 1.0 (docs/croissant-rai-spec.md): its properties, all of them texts here */
const RAI = [
  ...["dataCollection", "dataCollectionType", "dataCollectionMissingData", "dataCollectionRawData"],
  ...["dataCollectionTimeframe", "dataImputationProtocol", "dataPreprocessingProtocol", "dataManipulationProtocol"],
  ...["dataAnnotationProtocol", "dataAnnotationPlatform", "dataAnnotationAnalysis", "dataReleaseMaintenancePlan"],
  ...["personalSensitiveInformation", "dataSocialImpact", "dataBiases", "dataLimitations", "dataUseCases"],
  ...["annotationsPerItem", "annotatorDemographics", "machineAnnotationTools"],
];

const SCHEMA = "https://schema.org/";
const CROISSANT = "http://mlcommons.org/croissant/";

/** The faults of a description, one sentence each. */
export function croissantFaults(dataset: Json): readonly string[] {
  const faults: string[] = [];
  const must = (holds: boolean, fault: string): void => {
    if (!holds) faults.push(fault);
  };
  checkContext(asObject(dataset["@context"]), must);
  must(dataset["@type"] === "sc:Dataset", "its type is not sc:Dataset");
  must(list(dataset.conformsTo).includes(`${CROISSANT}1.1`), "it does not conform to 1.1");
  for (const name of REQUIRED) must(isThere(dataset[name]), `'${name}' is mandatory`);
  must(isUrl(dataset.url), "'url' is no URL");
  must(
    typeof dataset.version !== "string" || /^\d+\.\d+\.\d+$/.test(dataset.version),
    "its version is not MAJOR.MINOR.PATCH",
  );
  must(!Number.isNaN(Date.parse(String(dataset.datePublished))), "'datePublished' is not a date");
  checkResponsibleAi(dataset, must);
  const files = list(dataset.distribution).map(asObject);
  for (const file of files) checkFile(file, dataset, must);
  const sets = list(dataset.recordSet).map(asObject);
  for (const set of sets) checkRecordSet(set, files, must);
  const ids = [...files, ...sets, ...sets.flatMap(fieldsOf)].map((node) => node["@id"]);
  must(new Set(ids).size === ids.length, "an '@id' comes twice");
  return faults;
}

type Must = (holds: boolean, fault: string) => void;

function checkContext(context: Json, must: Must): void {
  for (const term of TERMS) must(term in context, `'@context' lacks '${term}'`);
  must(context["@vocab"] === SCHEMA && context.sc === SCHEMA, "'sc' is not schema.org");
  must(context.cr === CROISSANT, "'cr' is not Croissant's namespace");
  must(context.dct === "http://purl.org/dc/terms/", "'dct' is not Dublin Core's");
}

/** @see the specification of RAI 1.0, "Conformance": a dataset that uses its properties declares so */
function checkResponsibleAi(dataset: Json, must: Must): void {
  const used = Object.keys(dataset).filter((name) => name.startsWith("rai:"));
  const declared = list(dataset.conformsTo).includes(`${CROISSANT}RAI/1.0`);
  must(declared === used.length > 0, "properties of RAI are used if and only if it conforms to RAI 1.0");
  for (const name of used) {
    must(RAI.includes(name.slice("rai:".length)), `'${name}' is not a property of RAI 1.0`);
    must(typeof dataset[name] === "string" && dataset[name] !== "", `'${name}' is not a text`);
  }
  must(asObject(dataset["@context"]).rai === `${CROISSANT}RAI/`, "'rai' is not the namespace of RAI");
}

/** @see nodes/file_object.py: only a live dataset may lack checksums */
function checkFile(file: Json, dataset: Json, must: Must): void {
  const name = String(file["@id"]);
  must(file["@type"] === "cr:FileObject", `${name} is not a cr:FileObject`);
  for (const field of ["@id", "name", "encodingFormat", "contentUrl"])
    must(isThere(file[field]), `${name} lacks '${field}'`);
  must(isUrl(file.contentUrl), `${name}: 'contentUrl' is no URL`);
  must(ENCODINGS.includes(String(file.encodingFormat)), `${name}: the format is not known`);
  const hashed = /^[0-9a-f]{64}$/.test(String(file.sha256));
  must(hashed || dataset.isLiveDataset === true, `${name} has no checksum`);
}

/** @see nodes/record_set.py and nodes/field.py */
function checkRecordSet(set: Json, files: readonly Json[], must: Must): void {
  const name = String(set["@id"]);
  must(set["@type"] === "cr:RecordSet" && isThere(set["@id"]), `${name} is not a cr:RecordSet with an '@id'`);
  const fields = fieldsOf(set);
  must(fields.length > 0, `${name} has no fields`);
  for (const field of fields) checkField(field, name, files, must);
  const ids = fields.map((field) => field["@id"]);
  for (const key of list(set.key).map(asObject))
    must(ids.includes(key["@id"]), `${name}: its key is not one of its fields`);
  // Two sources need a declared join.
  const sources = fields.map((field) => asObject(asObject(field.source).fileObject)["@id"]);
  must(new Set(sources).size <= 1, `${name} joins files without 'references'`);
}

function checkField(field: Json, set: string, files: readonly Json[], must: Must): void {
  const name = String(field["@id"]);
  must(field["@type"] === "cr:Field" && isThere(field.name), `${name} is not a cr:Field with a name`);
  must(name.startsWith(`${set}/`), `${name} is not named under ${set}`);
  must(isThere(field.description), `${name} has no description`);
  must(DATA_TYPES.includes(String(field.dataType)), `${name}: the data type is not known`);
  must(field.arrayShape === undefined || field.isArray === true, `${name} has a shape, but is not an array`);
  const source = asObject(field.source);
  const file = asObject(source.fileObject)["@id"];
  must(
    files.some((one) => one["@id"] === file),
    `${name}: there is no file ${String(file)}`,
  );
  const extract = Object.keys(asObject(source.extract));
  must(
    extract.length === 1 && ["column", "jsonPath", "fileProperty"].includes(extract[0] ?? ""),
    `${name}: one extract`,
  );
}

const fieldsOf = (set: Json): readonly Json[] => list(set.field).map(asObject);
const isThere = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== "" && list(value).length > 0;
const list = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [value];
const asObject = (value: unknown): Json => (typeof value === "object" && value !== null ? (value as Json) : {});
const isUrl = (value: unknown): boolean => URL.canParse(String(value)) && /^https?:/.test(String(value));
