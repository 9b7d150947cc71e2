ALTER TABLE "questions" ADD COLUMN "duration_label" text,
  ADD COLUMN "step_count" integer GENERATED ALWAYS AS (nullif(jsonb_array_length("reasoning_steps"), 0)) STORED,
  ADD COLUMN "audio_step_count" integer GENERATED ALWAYS AS (case when jsonb_array_length("reasoning_steps") > 0 then jsonb_array_length(jsonb_path_query_array(
    "reasoning_steps", '$[*] ? (@.modality like_regex "^[^a-z]*(a[a-z]{2,4}o|sound|speech|music)[^a-z]*$" flag "i")')) end) STORED,
  ADD COLUMN "vision_step_count" integer GENERATED ALWAYS AS (case when jsonb_array_length("reasoning_steps") > 0 then jsonb_array_length(jsonb_path_query_array(
    "reasoning_steps", '$[*] ? (@.modality like_regex "^[^a-z]*(v[a-z]{2,5}n|visual|video)[^a-z]*$" flag "i")')) end) STORED;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "duration_label" text;--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "parameter_count" double precision GENERATED ALWAYS AS (case when "parameters" ~* '^\s*\d{1,6}(\.\d{1,6})?\s*[kmbt](-a\d+(\.\d+)?[kmbt]?)?\s*$'
    then substring("parameters" from '\d+(?:\.\d+)?')::float8
      * case lower(substring("parameters" from '[kmbtKMBT]')) when 'k' then 1e3 when 'm' then 1e6 when 'b' then 1e9 else 1e12 end end) STORED;--> statement-breakpoint
UPDATE "videos" SET "duration_label" = "native" ->> 'duration' WHERE "native" ->> 'duration' LIKE '%min';--> statement-breakpoint
UPDATE "questions" "q" SET "duration_label" = "v"."duration_label"
  FROM "videos" "v" WHERE "v"."id" = "q"."video_id" AND "v"."duration_label" IS NOT NULL;--> statement-breakpoint
-- The same expressions as in src/server/data/checks/release-rows-hash.ts.
UPDATE "releases" "r" SET "rows_hash" = encode(sha256(convert_to("r"."content_hash", 'UTF8')
  || coalesce((
    SELECT string_agg(sha256(convert_to(jsonb_build_array("v"."position", "v"."key", "c"."slug", "c"."name",
      "v"."duration_seconds", "v"."duration_label", "v"."url", "v"."subset", "v"."caption", "v"."audio_type_ids", "v"."audio_mask",
      "v"."native")::text, 'UTF8')), ''::bytea ORDER BY "v"."position")
    FROM "videos" "v" LEFT JOIN "categories" "c" ON "c"."id" = "v"."category_id" WHERE "v"."release_id" = "r"."id"), ''::bytea)
  || coalesce((
    SELECT string_agg(sha256(convert_to(jsonb_build_array("q"."ordinal", "q"."key", "q"."video_id", "t"."slug", "t"."name",
      "t"."metric", "t"."level", "t"."chance", "q"."level", "q"."text", "q"."options", "q"."answer_format",
      "q"."audio_type_ids", "q"."audio_mask", "q"."requires_audio", "q"."requires_visual", "q"."question_only",
      "q"."requires_domain_knowledge", "q"."subset", "q"."duration_seconds", "q"."duration_label", "q"."category_id", "q"."top_category_id",
      "q"."reasoning_steps", "q"."native", "a"."key", "a"."confirmation")::text, 'UTF8')), ''::bytea ORDER BY "q"."ordinal")
    FROM "questions" "q" LEFT JOIN "tasks" "t" ON "t"."id" = "q"."task_id"
      LEFT JOIN "answers" "a" ON "a"."question_id" = "q"."id" AND "a"."revision" = 1
    WHERE "q"."release_id" = "r"."id"), ''::bytea)
  || coalesce((
    SELECT string_agg(sha256(convert_to(jsonb_build_array("q"."ordinal", "m"."position", "m"."kind", "m"."path")::text,
      'UTF8')), ''::bytea ORDER BY "q"."ordinal", "m"."position", "m"."id")
    FROM "media" "m" JOIN "questions" "q" ON "q"."id" = "m"."question_id" WHERE "q"."release_id" = "r"."id"), ''::bytea)
  || coalesce((
    SELECT string_agg(sha256(convert_to(jsonb_build_array("a"."id", "a"."type", "a"."bit", "a"."native_label")::text,
      'UTF8')), ''::bytea ORDER BY "a"."id")
    FROM "audio_types" "a" WHERE "a"."id" IN (
      SELECT unnest("v"."audio_type_ids") FROM "videos" "v" WHERE "v"."release_id" = "r"."id"
      UNION SELECT unnest("q"."audio_type_ids") FROM "questions" "q" WHERE "q"."release_id" = "r"."id")), ''::bytea)), 'hex');
