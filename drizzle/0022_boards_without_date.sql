ALTER TABLE "board_splits" ALTER COLUMN "private_opens_at" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "submission_quotas" ADD COLUMN "together" integer;