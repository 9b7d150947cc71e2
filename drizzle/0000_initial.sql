CREATE TABLE "answers" (
	"question_id" integer NOT NULL,
	"revision" integer NOT NULL,
	"key" jsonb NOT NULL,
	CONSTRAINT "answers_question_id_revision_pk" PRIMARY KEY("question_id","revision")
);
--> statement-breakpoint
CREATE TABLE "audio_types" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audio_types_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"benchmark_id" integer NOT NULL,
	"type" text NOT NULL,
	"bit" smallint NOT NULL,
	"native_label" text NOT NULL,
	CONSTRAINT "audio_types_benchmarkId_nativeLabel_unique" UNIQUE("benchmark_id","native_label")
);
--> statement-breakpoint
CREATE TABLE "benchmarks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "benchmarks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"description" text,
	"license" text,
	"homepage" text,
	"synthetic" boolean DEFAULT false NOT NULL,
	CONSTRAINT "benchmarks_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "categories" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "categories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"benchmark_id" integer NOT NULL,
	"parent_id" integer,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "categories_benchmarkId_slug_unique" UNIQUE("benchmark_id","slug")
);
--> statement-breakpoint
CREATE TABLE "key_revisions" (
	"release_id" integer NOT NULL,
	"revision" integer NOT NULL,
	"reason" text NOT NULL,
	"author" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "key_revisions_release_id_revision_pk" PRIMARY KEY("release_id","revision")
);
--> statement-breakpoint
CREATE TABLE "media" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "media_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"video_id" integer,
	"question_id" integer,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"path" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "questions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "questions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"release_id" integer NOT NULL,
	"ordinal" integer NOT NULL,
	"key" text NOT NULL,
	"video_id" integer,
	"task_id" integer NOT NULL,
	"level" text NOT NULL,
	"text" text NOT NULL,
	"options" jsonb NOT NULL,
	"answer_format" text NOT NULL,
	"audio_type_ids" integer[] NOT NULL,
	"audio_mask" smallint NOT NULL,
	"requires_audio" boolean,
	"requires_visual" boolean,
	"subset" text,
	"duration_seconds" double precision,
	"category_id" integer,
	"top_category_id" integer,
	"reasoning_steps" jsonb NOT NULL,
	"native" jsonb NOT NULL,
	"search" "tsvector" GENERATED ALWAYS AS (to_tsvector('english'::regconfig, "questions"."text") || jsonb_to_tsvector('english'::regconfig, "questions"."options", '["string"]')) STORED NOT NULL,
	CONSTRAINT "questions_releaseId_ordinal_unique" UNIQUE("release_id","ordinal"),
	CONSTRAINT "questions_releaseId_key_unique" UNIQUE("release_id","key")
);
--> statement-breakpoint
CREATE TABLE "releases" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "releases_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"benchmark_id" integer NOT NULL,
	"version" integer NOT NULL,
	"content_hash" text NOT NULL,
	"source_format" text NOT NULL,
	"source_files" text[] NOT NULL,
	"question_count" integer NOT NULL,
	"video_count" integer NOT NULL,
	"is_current" boolean NOT NULL,
	"answer_access" text DEFAULT 'VISIBLE' NOT NULL,
	"imported_at" timestamp with time zone DEFAULT now() NOT NULL,
	"oddities" jsonb NOT NULL,
	CONSTRAINT "releases_benchmarkId_version_unique" UNIQUE("benchmark_id","version"),
	CONSTRAINT "releases_benchmarkId_contentHash_unique" UNIQUE("benchmark_id","content_hash")
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "tasks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"benchmark_id" integer NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"level" text NOT NULL,
	"level_source" text NOT NULL,
	"dominance" text,
	"chance" double precision,
	"metric" text NOT NULL,
	CONSTRAINT "tasks_benchmarkId_slug_unique" UNIQUE("benchmark_id","slug")
);
--> statement-breakpoint
CREATE TABLE "videos" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "videos_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"release_id" integer NOT NULL,
	"position" integer NOT NULL,
	"key" text NOT NULL,
	"category_id" integer,
	"duration_seconds" double precision,
	"url" text,
	"subset" text,
	"caption" text,
	"audio_type_ids" integer[] NOT NULL,
	"audio_mask" smallint NOT NULL,
	"native" jsonb NOT NULL,
	CONSTRAINT "videos_releaseId_key_unique" UNIQUE("release_id","key"),
	CONSTRAINT "videos_releaseId_position_unique" UNIQUE("release_id","position")
);
--> statement-breakpoint
CREATE TABLE "models" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "models_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"parameters" text,
	"organization" text,
	"url" text,
	CONSTRAINT "models_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "predictions" (
	"run_id" integer NOT NULL,
	"ordinal" integer NOT NULL,
	"response" text,
	"error" text,
	"confirmation" text,
	"outcome" text NOT NULL,
	"score" real,
	"answer" text,
	"rule" text NOT NULL,
	"span_start" integer,
	"span_end" integer,
	"ambiguous" boolean NOT NULL,
	CONSTRAINT "predictions_run_id_ordinal_pk" PRIMARY KEY("run_id","ordinal")
) PARTITION BY HASH ("run_id");
--> statement-breakpoint
CREATE TABLE "predictions_0" PARTITION OF "predictions" FOR VALUES WITH (MODULUS 8, REMAINDER 0);
--> statement-breakpoint
CREATE TABLE "predictions_1" PARTITION OF "predictions" FOR VALUES WITH (MODULUS 8, REMAINDER 1);
--> statement-breakpoint
CREATE TABLE "predictions_2" PARTITION OF "predictions" FOR VALUES WITH (MODULUS 8, REMAINDER 2);
--> statement-breakpoint
CREATE TABLE "predictions_3" PARTITION OF "predictions" FOR VALUES WITH (MODULUS 8, REMAINDER 3);
--> statement-breakpoint
CREATE TABLE "predictions_4" PARTITION OF "predictions" FOR VALUES WITH (MODULUS 8, REMAINDER 4);
--> statement-breakpoint
CREATE TABLE "predictions_5" PARTITION OF "predictions" FOR VALUES WITH (MODULUS 8, REMAINDER 5);
--> statement-breakpoint
CREATE TABLE "predictions_6" PARTITION OF "predictions" FOR VALUES WITH (MODULUS 8, REMAINDER 6);
--> statement-breakpoint
CREATE TABLE "predictions_7" PARTITION OF "predictions" FOR VALUES WITH (MODULUS 8, REMAINDER 7);
--> statement-breakpoint
CREATE TABLE "published_results" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "published_results_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"benchmark_id" integer NOT NULL,
	"model_id" integer NOT NULL,
	"model_name" text NOT NULL,
	"model_group" text,
	"inputs" text[] NOT NULL,
	"condition" text,
	"dimension" text,
	"key" text,
	"native_dimension" text NOT NULL,
	"native_key" text,
	"metric" text NOT NULL,
	"value" double precision NOT NULL,
	"source" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"benchmark_id" integer NOT NULL,
	"release_id" integer NOT NULL,
	"model_id" integer NOT NULL,
	"inputs" text[] NOT NULL,
	"frames" integer,
	"seed" integer,
	"prompt" text,
	"notes" text,
	"visibility" text NOT NULL,
	"status" text NOT NULL,
	"owner" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"input_hash" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finalized_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	"withdraw_reason" text,
	CONSTRAINT "runs_owner_idempotencyKey_unique" UNIQUE("owner","idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "scores" (
	"run_id" integer NOT NULL,
	"revision" integer NOT NULL,
	"extractor" text NOT NULL,
	"extractor_version" text NOT NULL,
	"key_revision" integer NOT NULL,
	"length" integer NOT NULL,
	"answered" "bytea" NOT NULL,
	"correct" "bytea" NOT NULL,
	"unparsed" "bytea" NOT NULL,
	"errored" "bytea" NOT NULL,
	"unscored" "bytea" NOT NULL,
	"graded" "bytea",
	"value" double precision,
	"scored_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "scores_run_id_revision_pk" PRIMARY KEY("run_id","revision")
);
--> statement-breakpoint
CREATE TABLE "seeds" (
	"name" text PRIMARY KEY NOT NULL,
	"version" text NOT NULL,
	"applied_at" timestamp with time zone DEFAULT now() NOT NULL,
	"report" jsonb
);
--> statement-breakpoint
ALTER TABLE "answers" ADD CONSTRAINT "answers_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audio_types" ADD CONSTRAINT "audio_types_benchmark_id_benchmarks_id_fk" FOREIGN KEY ("benchmark_id") REFERENCES "public"."benchmarks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_benchmark_id_benchmarks_id_fk" FOREIGN KEY ("benchmark_id") REFERENCES "public"."benchmarks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "categories" ADD CONSTRAINT "categories_parent_id_categories_id_fk" FOREIGN KEY ("parent_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_revisions" ADD CONSTRAINT "key_revisions_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "media" ADD CONSTRAINT "media_question_id_questions_id_fk" FOREIGN KEY ("question_id") REFERENCES "public"."questions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_video_id_videos_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."videos"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_task_id_tasks_id_fk" FOREIGN KEY ("task_id") REFERENCES "public"."tasks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_top_category_id_categories_id_fk" FOREIGN KEY ("top_category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_benchmark_id_benchmarks_id_fk" FOREIGN KEY ("benchmark_id") REFERENCES "public"."benchmarks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tasks" ADD CONSTRAINT "tasks_benchmark_id_benchmarks_id_fk" FOREIGN KEY ("benchmark_id") REFERENCES "public"."benchmarks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_category_id_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "predictions" ADD CONSTRAINT "predictions_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "published_results" ADD CONSTRAINT "published_results_benchmark_id_benchmarks_id_fk" FOREIGN KEY ("benchmark_id") REFERENCES "public"."benchmarks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "published_results" ADD CONSTRAINT "published_results_model_id_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."models"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_benchmark_id_benchmarks_id_fk" FOREIGN KEY ("benchmark_id") REFERENCES "public"."benchmarks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_model_id_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."models"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scores" ADD CONSTRAINT "scores_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "categories_parent_id_index" ON "categories" USING btree ("parent_id");--> statement-breakpoint
CREATE INDEX "media_video_id_position_index" ON "media" USING btree ("video_id","position");--> statement-breakpoint
CREATE INDEX "media_question_id_position_index" ON "media" USING btree ("question_id","position");--> statement-breakpoint
CREATE INDEX "questions_video_id_ordinal_index" ON "questions" USING btree ("video_id","ordinal");--> statement-breakpoint
CREATE INDEX "questions_search" ON "questions" USING gin ("search");--> statement-breakpoint
CREATE UNIQUE INDEX "releases_one_current" ON "releases" USING btree ("benchmark_id") WHERE "releases"."is_current";--> statement-breakpoint
CREATE INDEX "published_results_benchmark_id_index" ON "published_results" USING btree ("benchmark_id");--> statement-breakpoint
CREATE INDEX "published_results_model_id_index" ON "published_results" USING btree ("model_id");--> statement-breakpoint
CREATE INDEX "runs_release_id_status_index" ON "runs" USING btree ("release_id","status");--> statement-breakpoint
CREATE INDEX "runs_model_id_index" ON "runs" USING btree ("model_id");