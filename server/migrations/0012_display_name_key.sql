DROP INDEX "profiles_display_name_prefix_idx";--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "display_name_key" text;--> statement-breakpoint
UPDATE "profiles" SET "display_name_key" = lower("display_name");--> statement-breakpoint
ALTER TABLE "profiles" ALTER COLUMN "display_name_key" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "profiles_display_name_prefix_idx" ON "profiles" USING btree ("display_name_key" text_pattern_ops);