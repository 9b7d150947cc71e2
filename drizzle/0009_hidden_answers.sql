CREATE TABLE "maintainers" (
	"benchmark_id" integer NOT NULL,
	"owner" text NOT NULL,
	"since" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "maintainers_benchmark_id_owner_pk" PRIMARY KEY("benchmark_id","owner")
);
--> statement-breakpoint
CREATE TABLE "submission_counts" (
	"benchmark_id" integer NOT NULL,
	"owner" text NOT NULL,
	"day" date NOT NULL,
	"used" integer NOT NULL,
	CONSTRAINT "submission_counts_benchmark_id_owner_day_pk" PRIMARY KEY("benchmark_id","owner","day")
);
--> statement-breakpoint
CREATE TABLE "submission_quotas" (
	"benchmark_id" integer PRIMARY KEY NOT NULL,
	"per_day" integer,
	"in_all" integer
);
--> statement-breakpoint
ALTER TABLE "maintainers" ADD CONSTRAINT "maintainers_benchmark_id_benchmarks_id_fk" FOREIGN KEY ("benchmark_id") REFERENCES "public"."benchmarks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_counts" ADD CONSTRAINT "submission_counts_benchmark_id_benchmarks_id_fk" FOREIGN KEY ("benchmark_id") REFERENCES "public"."benchmarks"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "submission_quotas" ADD CONSTRAINT "submission_quotas_benchmark_id_benchmarks_id_fk" FOREIGN KEY ("benchmark_id") REFERENCES "public"."benchmarks"("id") ON DELETE no action ON UPDATE no action;