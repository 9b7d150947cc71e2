CREATE TABLE "item_snapshots" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "item_snapshots_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"release_id" integer NOT NULL,
	"taken_at" timestamp with time zone DEFAULT now() NOT NULL,
	"note" text,
	"key_revision" integer NOT NULL,
	"runs" jsonb NOT NULL,
	"families" integer NOT NULL,
	"content_hash" text NOT NULL,
	CONSTRAINT "item_snapshots_releaseId_contentHash_unique" UNIQUE("release_id","content_hash")
);
--> statement-breakpoint
CREATE TABLE "item_statistics" (
	"snapshot_id" integer NOT NULL,
	"ordinal" integer NOT NULL,
	"difficulty" double precision,
	"discrimination" double precision,
	"unparsed" double precision,
	"agreement" double precision,
	CONSTRAINT "item_statistics_snapshot_id_ordinal_pk" PRIMARY KEY("snapshot_id","ordinal")
);
--> statement-breakpoint
CREATE TABLE "item_subsets" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "item_subsets_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"release_id" integer NOT NULL,
	"owner" text NOT NULL,
	"stored_at" timestamp with time zone DEFAULT now() NOT NULL,
	"filter" jsonb NOT NULL,
	"key_revision" integer NOT NULL,
	"subset" jsonb NOT NULL,
	"questions_hash" text NOT NULL,
	"content_hash" text NOT NULL,
	CONSTRAINT "item_subsets_releaseId_contentHash_unique" UNIQUE("release_id","content_hash")
);
--> statement-breakpoint
ALTER TABLE "item_snapshots" ADD CONSTRAINT "item_snapshots_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_statistics" ADD CONSTRAINT "item_statistics_snapshot_id_item_snapshots_id_fk" FOREIGN KEY ("snapshot_id") REFERENCES "public"."item_snapshots"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "item_subsets" ADD CONSTRAINT "item_subsets_release_id_releases_id_fk" FOREIGN KEY ("release_id") REFERENCES "public"."releases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "item_subsets_release_id_questions_hash_index" ON "item_subsets" USING btree ("release_id","questions_hash");