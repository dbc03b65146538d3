DROP INDEX "profiles_xp_idx";--> statement-breakpoint
CREATE INDEX "profiles_xp_idx" ON "profiles" USING btree ("xp","id") WHERE user_id IS NOT NULL;