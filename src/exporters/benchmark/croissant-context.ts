/**
 * The terms of Croissant that its reference implementation expects in every `@context`, by their names in the
 * vocabulary.
 */
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

export const CROISSANT_CONTEXT = {
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
