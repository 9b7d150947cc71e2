ALTER TABLE "runs" ADD COLUMN "published_at" timestamp with time zone;--> statement-breakpoint
UPDATE "runs" SET "published_at" = "finalized_at" WHERE "visibility" = 'PUBLIC' AND "finalized_at" IS NOT NULL;
