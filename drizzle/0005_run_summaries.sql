ALTER TABLE "runs" ADD COLUMN "confirmations" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "missing" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "partial" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "ambiguous_share" double precision;--> statement-breakpoint
UPDATE "runs" SET "missing" = "x"."missing", "partial" = 2 * "x"."missing" > "x"."scorable",
  "ambiguous_share" = coalesce((
    SELECT (count(*) FILTER (WHERE "p"."ambiguous"))::float8 / nullif(count(*), 0)
    FROM "predictions" "p" WHERE "p"."run_id" = "runs"."id"), 0)
FROM (
  SELECT DISTINCT ON ("run_id") "run_id", ("length" - bit_count("unscored"))::int AS "scorable",
    ("length" - bit_count("answered") - bit_count("unparsed") - bit_count("errored") - bit_count("unscored"))::int AS "missing"
  FROM "scores" ORDER BY "run_id", "revision" DESC) "x"
WHERE "x"."run_id" = "runs"."id";--> statement-breakpoint
UPDATE "runs" SET "confirmations" = CASE WHEN EXISTS (
    SELECT FROM "predictions" "p"
      JOIN "questions" "q" ON "q"."release_id" = "runs"."release_id" AND "q"."ordinal" = "p"."ordinal"
      JOIN "answers" "a" ON "a"."question_id" = "q"."id"
    WHERE "p"."run_id" = "runs"."id" AND "p"."confirmation" IS NOT NULL AND "a"."confirmation" IS NOT NULL)
  THEN 'DOUBLE' ELSE 'SINGLE' END
WHERE "status" <> 'OPEN' AND EXISTS (
  SELECT FROM "questions" "q" JOIN "answers" "a" ON "a"."question_id" = "q"."id"
  WHERE "q"."release_id" = "runs"."release_id" AND "a"."confirmation" IS NOT NULL);
