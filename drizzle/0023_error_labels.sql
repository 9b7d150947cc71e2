CREATE TABLE "error_labels" (
	"run_id" integer NOT NULL,
	"ordinal" integer NOT NULL,
	"error_type" text NOT NULL,
	"labelled_by" text NOT NULL,
	"labelled_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "error_labels_run_id_ordinal_error_type_pk" PRIMARY KEY("run_id","ordinal","error_type")
);
--> statement-breakpoint
ALTER TABLE "error_labels" ADD CONSTRAINT "error_labels_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;