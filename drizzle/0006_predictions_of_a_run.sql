-- The predictions of a run, wherever they are. PostgreSQL puts the body in the place of the call, so that the plan is that of
-- the table itself. On Citus, where nothing may refer from within a subquery to a row outside of it, `omnidex distribute`
-- makes functions of the same names that are not inlined, and ask the shard of the run.
-- All but the run is for these: what the caller leaves out anyway, it need not be sent.
CREATE FUNCTION "predictions_of"("run" integer, "outcomes" text[], "after" integer, "before" integer, "most" integer, "backward" boolean)
RETURNS SETOF "predictions" LANGUAGE sql STABLE AS $$ SELECT * FROM "predictions" WHERE "run_id" = "run" $$;
--> statement-breakpoint
CREATE FUNCTION "prediction_count_of"("run" integer, "outcomes" text[])
RETURNS TABLE ("n" bigint) LANGUAGE sql STABLE AS $$
  SELECT count(*) FROM "predictions" WHERE "run_id" = "run" AND ("outcomes" IS NULL OR "outcome" = ANY("outcomes")) $$;
