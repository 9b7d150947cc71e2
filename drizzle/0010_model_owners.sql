ALTER TABLE "models" DROP CONSTRAINT "models_slug_unique";--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "owner" text;--> statement-breakpoint
ALTER TABLE "models" ADD COLUMN "claimed_by" text;--> statement-breakpoint
CREATE UNIQUE INDEX "models_slug_owner" ON "models" USING btree ("slug",coalesce("owner", ''));--> statement-breakpoint
-- A model that a paper or a public run names is everybody's; of the others each owner gets one.
UPDATE "models" "m" SET "owner" = (SELECT "r"."owner" FROM "runs" "r" WHERE "r"."model_id" = "m"."id" ORDER BY "r"."id" LIMIT 1)
  WHERE NOT EXISTS (SELECT FROM "published_results" "p" WHERE "p"."model_id" = "m"."id")
    AND NOT EXISTS (SELECT FROM "runs" "r" WHERE "r"."model_id" = "m"."id" AND "r"."visibility" = 'PUBLIC' AND "r"."status" = 'SCORED');--> statement-breakpoint
INSERT INTO "models" ("slug", "name", "owner")
  SELECT DISTINCT "m"."slug", "m"."name", "r"."owner" FROM "models" "m" JOIN "runs" "r" ON "r"."model_id" = "m"."id"
  WHERE "m"."owner" IS NOT NULL AND "r"."owner" <> "m"."owner";--> statement-breakpoint
UPDATE "runs" "r" SET "model_id" = "o"."id" FROM "models" "m", "models" "o"
  WHERE "m"."id" = "r"."model_id" AND "m"."owner" <> "r"."owner" AND "o"."slug" = "m"."slug" AND "o"."owner" = "r"."owner";--> statement-breakpoint
UPDATE "models" "m" SET "claimed_by" = (
  SELECT "r"."owner" FROM "runs" "r" WHERE "r"."model_id" = "m"."id" AND "r"."visibility" = 'PUBLIC' AND "r"."status" = 'SCORED'
  ORDER BY "r"."id" LIMIT 1)
  WHERE "m"."owner" IS NULL AND NOT EXISTS (SELECT FROM "published_results" "p" WHERE "p"."model_id" = "m"."id");
