CREATE TABLE "judge_tasks" (
	"run_id" integer NOT NULL,
	"ordinal" integer NOT NULL,
	"content_hash" text NOT NULL,
	"status" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"locked_until" timestamp with time zone,
	"last_error" text,
	CONSTRAINT "judge_tasks_run_id_ordinal_pk" PRIMARY KEY("run_id","ordinal")
);
--> statement-breakpoint
CREATE TABLE "judgements" (
	"content_hash" text PRIMARY KEY NOT NULL,
	"judge" text NOT NULL,
	"reply" text NOT NULL,
	"verdict" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "answers" ADD COLUMN "confirmation" jsonb;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "question_only" boolean;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "requires_domain_knowledge" boolean;--> statement-breakpoint
ALTER TABLE "scores" ADD COLUMN "reason" text;--> statement-breakpoint
ALTER TABLE "scores" ADD COLUMN "judge" text;--> statement-breakpoint
ALTER TABLE "judge_tasks" ADD CONSTRAINT "judge_tasks_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "judge_tasks_status_next_attempt_at_index" ON "judge_tasks" USING btree ("status","next_attempt_at");