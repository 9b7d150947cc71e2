CREATE TABLE "declared_slices" (
	"release_id" integer NOT NULL,
	"name" text NOT NULL,
	"filter" jsonb NOT NULL,
	"ordinals" integer[] NOT NULL,
	CONSTRAINT "declared_slices_release_id_name_pk" PRIMARY KEY("release_id","name")
);
--> statement-breakpoint
ALTER TABLE "declared_slices" ADD CONSTRAINT "declared_slices_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE no action ON UPDATE no action;