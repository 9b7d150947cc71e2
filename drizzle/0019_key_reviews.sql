CREATE TABLE "key_reviews" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "key_reviews_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"release_id" integer NOT NULL,
	"ordinal" integer NOT NULL,
	"verdict" text NOT NULL,
	"key" integer NOT NULL,
	"proposed" integer,
	"evidence" double precision,
	"key_revision" integer NOT NULL,
	"reviewer" text NOT NULL,
	"reason" text NOT NULL,
	"reviewed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "key_reviews" ADD CONSTRAINT "key_reviews_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "key_reviews_release_id_ordinal_index" ON "key_reviews" USING btree ("release_id","ordinal");