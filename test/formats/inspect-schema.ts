/*
 * What Inspect requires of a log of version 2, stated field by field from its models
 * (github.com/UKGovernmentBEIS/inspect_ai, src/inspect_ai/log/_log.py, model/_model_output.py, scorer/_metric.py,
 * _util/error.py), which are not kept here. They are pydantic models: a field without a default is required, and
 * unknown fields are ignored.
 */

const text = { type: "string" } as const;
const integer = { type: "integer" } as const;
const any = { type: "object" } as const;
const texts = { type: "array", items: text } as const;
/** `UtcDatetimeStr`: ISO 8601. */
const instant = { type: "string", format: "date-time" } as const;
const textOrTexts = { anyOf: [text, texts] } as const;

const object = (required: readonly string[], properties: Readonly<Record<string, object>>) => ({
  type: "object",
  required,
  properties,
});
const mapOf = (value: object) => ({ type: "object", additionalProperties: value });

const error = object(["message", "traceback", "traceback_ansi"], {
  message: text,
  traceback: text,
  traceback_ansi: text,
});

const message = object(["role", "content"], {
  role: { enum: ["system", "user", "assistant", "tool"] },
  content: { anyOf: [text, { type: "array" }] },
  source: { enum: ["input", "generate"] },
});

const score = object(["value"], {
  value: { type: ["string", "number", "boolean"] },
  answer: { type: ["string", "null"] },
  explanation: { type: ["string", "null"] },
  metadata: any,
});

const output = object([], {
  model: text,
  choices: {
    type: "array",
    items: object(["message"], {
      message: object(["role", "content"], { ...message.properties, role: { const: "assistant" } }),
      stop_reason: { enum: ["stop", "max_tokens", "model_length", "tool_calls", "content_filter", "unknown"] },
    }),
  },
  completion: text,
});

export const INSPECT_SAMPLE_SCHEMA = object(["id", "epoch", "input", "target"], {
  id: { type: ["string", "integer"] },
  epoch: integer,
  input: { anyOf: [text, { type: "array", items: message }] },
  choices: texts,
  target: textOrTexts,
  messages: { type: "array", items: message },
  output,
  scores: mapOf(score),
  metadata: any,
  store: any,
  events: { type: "array" },
  model_usage: any,
  role_usage: any,
  error,
  attachments: mapOf(text),
});

const metric = object(["name", "value"], { name: text, value: { type: "number" }, params: any, metadata: any });

const results = object([], {
  total_samples: integer,
  completed_samples: integer,
  scores: {
    type: "array",
    items: object(["name", "scorer"], {
      name: text,
      scorer: text,
      scored_samples: integer,
      unscored_samples: integer,
      params: any,
      metrics: mapOf(metric),
    }),
  },
  metadata: any,
});

const spec = object(["created", "task", "dataset", "model", "config"], {
  eval_id: text,
  run_id: text,
  created: instant,
  task: text,
  task_id: text,
  task_version: { type: ["integer", "string"] },
  task_attribs: any,
  task_args: any,
  task_args_passed: any,
  dataset: object([], {
    name: { type: ["string", "null"] },
    location: { type: ["string", "null"] },
    samples: integer,
    shuffled: { type: "boolean" },
  }),
  model: text,
  model_generate_config: any,
  model_args: any,
  config: object([], { epochs: integer }),
  packages: mapOf(text),
  metadata: any,
  scorers: { type: "array", items: object(["name"], { name: text, options: any, metrics: { type: "array" } }) },
});

const plan = object([], {
  name: text,
  steps: { type: "array", items: object(["solver"], { solver: text, params: any, params_passed: any }) },
  config: any,
});

export const INSPECT_LOG_SCHEMA = object(["version", "status", "eval", "samples"], {
  version: { const: 2 },
  status: { enum: ["started", "success", "cancelled", "error"] },
  eval: spec,
  plan,
  results,
  stats: object([], { started_at: instant, completed_at: instant, model_usage: any, role_usage: any }),
  samples: { type: "array", items: INSPECT_SAMPLE_SCHEMA },
});
