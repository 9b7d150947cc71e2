/*
 * What "every eval ever" 0.3.0 requires of its records, stated field by field from its published schemas
 * (github.com/evaleval/every_eval_ever, every_eval_ever/schemas/eval.schema.json and instance_level_eval.schema.json), which
 * are not kept here. test/server/export/eee.test.ts also tests against the schemas themselves, if they are available.
 */

const text = { type: "string" } as const;
const number = { type: "number" } as const;
const count = { type: "integer", minimum: 0 } as const;
/** The values of details must be texts, whatever their content. */
const details = { type: "object", additionalProperties: text } as const;

const object = (required: readonly string[], properties: Readonly<Record<string, object>>, open = true) => ({
  type: "object",
  required,
  properties,
  additionalProperties: open,
});

const sourceData = {
  oneOf: [
    object(["dataset_name", "source_type", "url"], {
      dataset_name: text,
      source_type: { const: "url" },
      url: { type: "array", items: text, minItems: 1 },
      additional_details: details,
    }),
    object(["dataset_name", "source_type", "hf_repo"], {
      dataset_name: text,
      source_type: { const: "hf_dataset" },
      hf_repo: text,
      additional_details: details,
    }),
    object(["dataset_name", "source_type"], {
      dataset_name: text,
      source_type: { const: "other" },
      source_id: text,
      source_version: text,
      additional_details: details,
    }),
  ],
};

const metricConfig = {
  ...object(["lower_is_better"], {
    evaluation_description: text,
    metric_id: text,
    metric_name: text,
    metric_kind: text,
    metric_unit: text,
    lower_is_better: { type: "boolean" },
    score_type: { enum: ["binary", "continuous", "levels"] },
    min_score: number,
    max_score: number,
    additional_details: details,
  }),
  if: { required: ["score_type"], properties: { score_type: { const: "continuous" } } },
  // biome-ignore lint/suspicious/noThenProperty: JSON Schema's word.
  then: { required: ["min_score", "max_score"] },
};

const uncertainty = object([], {
  standard_error: object(["value"], { value: number, method: text }),
  confidence_interval: object(["lower", "upper"], {
    lower: number,
    upper: number,
    confidence_level: { type: "number", minimum: 0, maximum: 1 },
    method: text,
  }),
  standard_deviation: number,
  num_samples: { type: "integer" },
});

const result = object(["evaluation_name", "source_data", "metric_config", "score_details"], {
  evaluation_result_id: text,
  evaluation_name: text,
  source_data: sourceData,
  evaluation_timestamp: text,
  metric_config: metricConfig,
  score_details: object(["score"], { score: number, details, uncertainty }),
  generation_config: object([], { generation_args: { type: "object" }, additional_details: details }),
});

/** The aggregate record. */
export const EEE_AGGREGATE_SCHEMA = object(
  [
    "schema_version",
    "evaluation_id",
    "retrieved_timestamp",
    "source_metadata",
    "model_info",
    "eval_library",
    "evaluation_results",
  ],
  {
    schema_version: { const: "0.3.0" },
    evaluation_id: text,
    evaluation_timestamp: text,
    retrieved_timestamp: { type: "string", pattern: "^\\d+(\\.\\d+)?$" },
    source_metadata: object(["source_type", "source_organization_name", "evaluator_relationship"], {
      source_name: text,
      source_type: { enum: ["documentation", "evaluation_run"] },
      source_organization_name: text,
      source_organization_url: text,
      source_organization_logo_url: text,
      evaluator_relationship: { enum: ["first_party", "third_party", "collaborative", "other"] },
      additional_details: details,
    }),
    eval_library: object(["name", "version"], { name: text, version: text, additional_details: details }),
    model_info: object(["name", "id", "additional_details"], {
      name: text,
      id: text,
      developer: text,
      inference_platform: text,
      additional_details: { ...details, required: ["deployment_type", "model_availability"] },
    }),
    evaluation_results: { type: "array", items: result },
    detailed_evaluation_results: object(["format", "file_path"], {
      format: { const: "jsonl" },
      file_path: {
        ...text,
        pattern:
          "^data/[^/]+/[^/]+/[^/]+/[0-9A-Fa-f]{8}-[0-9A-Fa-f]{4}-4[0-9A-Fa-f]{3}-[89ABab][0-9A-Fa-f]{3}-[0-9A-Fa-f]{12}_samples\\.jsonl$",
      },
      hash_algorithm: { enum: ["sha256", "md5"] },
      checksum: text,
      total_rows: { type: "integer" },
      additional_details: details,
    }),
  },
  false,
);

const attribution = object(["turn_idx", "source", "extracted_value", "extraction_method", "is_terminal"], {
  turn_idx: count,
  source: text,
  extracted_value: text,
  extraction_method: text,
  is_terminal: { type: "boolean" },
});

/** A row of one turn, which must have `output` and must not have `messages`. */
export const EEE_INSTANCE_SCHEMA = object(
  [
    "schema_version",
    "evaluation_id",
    "model_id",
    "evaluation_name",
    "sample_id",
    "interaction_type",
    "input",
    "output",
    "answer_attribution",
    "evaluation",
  ],
  {
    schema_version: { const: "0.3.0" },
    evaluation_id: text,
    model_id: text,
    evaluation_name: text,
    evaluation_result_id: text,
    sample_id: text,
    sample_hash: { type: ["string", "null"] },
    interaction_type: { const: "single_turn" },
    input: object(["raw", "reference"], {
      raw: text,
      formatted: { type: ["string", "null"] },
      reference: { type: "array", items: text },
      choices: { type: ["array", "null"], items: text },
    }),
    output: object(["raw"], {
      raw: { type: "array", items: text },
      reasoning_trace: { type: ["array", "null"], items: text },
    }),
    messages: { type: "null" },
    answer_attribution: { type: "array", items: attribution },
    evaluation: object(["score", "is_correct"], { score: number, is_correct: { type: "boolean" } }),
    error: { type: ["string", "null"] },
    metadata: { type: ["object", "null"], additionalProperties: text },
  },
  false,
);
