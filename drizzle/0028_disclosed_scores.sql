ALTER TABLE "board_splits" ADD COLUMN "private_disclosed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "disclosed" text[] DEFAULT '{}' NOT NULL;