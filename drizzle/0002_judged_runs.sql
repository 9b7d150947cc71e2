ALTER TABLE "runs" ADD COLUMN "judge" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "judge_tasks_content_hash_index" ON "judge_tasks" USING btree ("content_hash");