CREATE TABLE "concealed_runs" (
	"run_id" integer PRIMARY KEY NOT NULL,
	"notes" text,
	"report_url" text
);
--> statement-breakpoint
CREATE TABLE "final_boards" (
	"release_id" integer NOT NULL,
	"closed_at" timestamp with time zone NOT NULL,
	"sealed_at" timestamp with time zone DEFAULT now() NOT NULL,
	"board" jsonb NOT NULL,
	CONSTRAINT "final_boards_release_id_closed_at_pk" PRIMARY KEY("release_id","closed_at")
);
--> statement-breakpoint
CREATE TABLE "merged_owners" (
	"benchmark_id" integer NOT NULL,
	"owner" text NOT NULL,
	"person" text NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "merged_owners_benchmark_id_owner_pk" PRIMARY KEY("benchmark_id","owner")
);
--> statement-breakpoint
CREATE TABLE "pseudonyms" (
	"model_id" integer PRIMARY KEY NOT NULL,
	"benchmark_id" integer NOT NULL,
	"owner" text NOT NULL,
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"parameters" text,
	"organization" text,
	"url" text,
	"names_at" timestamp with time zone,
	"named_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "signing_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"public_key" text NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "report_url" text;--> statement-breakpoint
ALTER TABLE "concealed_runs" ADD CONSTRAINT "concealed_runs_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "final_boards" ADD CONSTRAINT "final_boards_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "merged_owners" ADD CONSTRAINT "merged_owners_benchmark_id_benchmarks_id_fk" FOREIGN KEY ("benchmark_id") REFERENCES "public"."benchmarks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pseudonyms" ADD CONSTRAINT "pseudonyms_model_id_models_id_fk" FOREIGN KEY ("model_id") REFERENCES "public"."models"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pseudonyms" ADD CONSTRAINT "pseudonyms_benchmark_id_benchmarks_id_fk" FOREIGN KEY ("benchmark_id") REFERENCES "public"."benchmarks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "pseudonyms_unnamed" ON "pseudonyms" USING btree ("benchmark_id","owner","slug") WHERE "pseudonyms"."named_at" is null;