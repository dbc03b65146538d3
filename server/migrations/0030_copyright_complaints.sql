CREATE TABLE "blocked_files" (
	"sha256" text NOT NULL,
	"content_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "blocked_files_sha256_content_id_pk" PRIMARY KEY("sha256","content_id")
);
--> statement-breakpoint
CREATE TABLE "complaints" (
	"id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"content_kind" text NOT NULL,
	"content_id" uuid NOT NULL,
	"content_title" text NOT NULL,
	"content_url" text NOT NULL,
	"author_id" uuid,
	"claimant_name" text NOT NULL,
	"claimant_email" text NOT NULL,
	"claimant_address" text NOT NULL,
	"claimant_phone" text NOT NULL,
	"claimant_signature" text NOT NULL,
	"on_behalf_of" text NOT NULL,
	"work" text NOT NULL,
	"work_url" text NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"has_hidden" boolean DEFAULT false NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"decision_reason" text DEFAULT '' NOT NULL,
	"counter_until" timestamp with time zone,
	"counter_name" text,
	"counter_address" text,
	"counter_phone" text,
	"counter_signature" text,
	"counter_statement" text,
	"counter_at" timestamp with time zone,
	"restore_from" timestamp with time zone,
	"restore_by" timestamp with time zone,
	"court_note" text DEFAULT '' NOT NULL,
	"restored_at" timestamp with time zone,
	"restored_because" text,
	"reminders" smallint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "decoded_sha256" text;--> statement-breakpoint
CREATE INDEX "blocked_files_content_idx" ON "blocked_files" USING btree ("content_id");--> statement-breakpoint
CREATE UNIQUE INDEX "complaints_token_key" ON "complaints" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "complaints_state_idx" ON "complaints" USING btree ("state","created_at","id");--> statement-breakpoint
CREATE INDEX "complaints_author_idx" ON "complaints" USING btree ("author_id","created_at","id");--> statement-breakpoint
CREATE INDEX "complaints_content_idx" ON "complaints" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "complaints_confirmed_idx" ON "complaints" USING btree ("confirmed_at") WHERE confirmed_at IS NOT NULL;