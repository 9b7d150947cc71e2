ALTER TABLE "runs" ADD COLUMN "confirmations" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "missing" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "partial" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "ambiguous_share" double precision;--> statement-breakpoint
-- The characters that btrim removes are those of JavaScript's trim, as in src/server/data/prediction-writes.ts.
WITH "scored" AS (
  SELECT DISTINCT ON ("run_id") "run_id", ("length" - bit_count("unscored"))::int AS "scorable",
    ("length" - bit_count("answered") - bit_count("unparsed") - bit_count("errored") - bit_count("unscored"))::int AS "missing"
  FROM "scores" ORDER BY "run_id", "revision" DESC),
"checked" AS (
  SELECT DISTINCT "q"."release_id", "q"."ordinal"
  FROM "questions" "q" JOIN "answers" "a" ON "a"."question_id" = "q"."id" WHERE "a"."confirmation" IS NOT NULL),
"readings" AS (
  SELECT "p"."run_id", (count(*) FILTER (WHERE "p"."ambiguous"))::float8 / count(*) AS "share",
    coalesce(bool_or("c"."ordinal" IS NOT NULL AND btrim("p"."confirmation",
      E'\t\n\u000b\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'
      ) <> ''), false) AS "confirmed"
  FROM "predictions" "p" JOIN "runs" "r" ON "r"."id" = "p"."run_id"
    LEFT JOIN "checked" "c" ON "c"."release_id" = "r"."release_id" AND "c"."ordinal" = "p"."ordinal"
  GROUP BY "p"."run_id")
UPDATE "runs" SET "missing" = coalesce("s"."missing", 0),
  "partial" = coalesce(2 * "s"."missing" > "s"."scorable", false),
  "ambiguous_share" = CASE WHEN "s"."run_id" IS NULL THEN NULL ELSE coalesce("g"."share", 0) END,
  "confirmations" = CASE
    WHEN "o"."status" = 'OPEN' OR "o"."release_id" NOT IN (SELECT "release_id" FROM "checked") THEN NULL
    WHEN "g"."confirmed" THEN 'DOUBLE' ELSE 'SINGLE' END
FROM "runs" "o" LEFT JOIN "scored" "s" ON "s"."run_id" = "o"."id" LEFT JOIN "readings" "g" ON "g"."run_id" = "o"."id"
WHERE "o"."id" = "runs"."id";
