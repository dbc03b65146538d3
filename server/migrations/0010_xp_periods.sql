CREATE TABLE "xp_periods" (
	"period" text NOT NULL,
	"starts_on" date NOT NULL,
	"profile_id" uuid NOT NULL,
	"xp" integer NOT NULL,
	CONSTRAINT "xp_periods_period_starts_on_profile_id_pk" PRIMARY KEY("period","starts_on","profile_id")
);
--> statement-breakpoint
ALTER TABLE "site_statistics" ADD COLUMN "staff" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "site_statistics" ADD COLUMN "special_roles" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "site_statistics" ADD COLUMN "took_ms" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "xp_periods_board_idx" ON "xp_periods" USING btree ("period","starts_on","xp","profile_id");--> statement-breakpoint
CREATE INDEX "xp_periods_profile_idx" ON "xp_periods" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_statement_idx" ON "ledger_entries" USING btree ("profile_id","created_at","id");--> statement-breakpoint
CREATE INDEX "profiles_display_name_prefix_idx" ON "profiles" USING btree (lower("display_name") text_pattern_ops);--> statement-breakpoint
CREATE INDEX "profiles_staff_idx" ON "profiles" USING btree ("created_at","id") WHERE is_admin OR is_moderator;--> statement-breakpoint
CREATE INDEX "profiles_special_xp_idx" ON "profiles" USING btree ("xp","id") WHERE custom_role NOT IN ('wanderer', 'admin', 'moderator') AND NOT is_admin AND NOT is_moderator;--> statement-breakpoint
CREATE INDEX "profiles_special_created_idx" ON "profiles" USING btree ("created_at","id") WHERE custom_role NOT IN ('wanderer', 'admin', 'moderator') AND NOT is_admin AND NOT is_moderator;