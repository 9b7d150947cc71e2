CREATE TABLE "board_splits" (
	"release_id" integer PRIMARY KEY NOT NULL,
	"public_share" double precision NOT NULL,
	"seed" text NOT NULL,
	"public_ordinals" integer[] NOT NULL,
	"private_opens_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "challenges" (
	"benchmark_id" integer PRIMARY KEY NOT NULL,
	"opens_at" timestamp with time zone,
	"closes_at" timestamp with time zone,
	"required_fields" text[] NOT NULL
);
--> statement-breakpoint
ALTER TABLE "board_splits" ADD CONSTRAINT "board_splits_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "challenges" ADD CONSTRAINT "challenges_benchmark_id_benchmarks_id_fk" FOREIGN KEY ("benchmark_id") REFERENCES "public"."benchmarks"("id") ON DELETE no action ON UPDATE no action;