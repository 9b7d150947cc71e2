CREATE TABLE "repeatable_calls" (
	"owner" text NOT NULL,
	"mutation" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"input_hash" text NOT NULL,
	"answer" jsonb NOT NULL,
	"called_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "repeatable_calls_owner_mutation_idempotency_key_pk" PRIMARY KEY("owner","mutation","idempotency_key")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "scopes" text[];--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "last_used_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "replaced_by" integer;