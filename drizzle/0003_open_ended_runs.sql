ALTER TABLE "runs" ADD COLUMN "open_ended" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "rejudging" boolean DEFAULT false NOT NULL;