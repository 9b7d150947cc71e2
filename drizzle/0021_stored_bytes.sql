ALTER TABLE "runs" ADD COLUMN "stored_bytes" double precision DEFAULT 0 NOT NULL;--> statement-breakpoint
-- One run at a time, because on Citus no statement may both change this table and read the shards.
DO $$
DECLARE
  "one" integer;
  "bytes" bigint;
BEGIN
  FOR "one" IN SELECT "id" FROM "runs" LOOP
    SELECT coalesce(sum(coalesce(octet_length("response"), 0) + coalesce(octet_length("error"), 0) + coalesce(octet_length("confirmation"), 0)), 0)
      INTO "bytes" FROM "predictions" WHERE "run_id" = "one";
    UPDATE "runs" SET "stored_bytes" = "bytes" WHERE "id" = "one";
  END LOOP;
END $$;
