ALTER TABLE "profiles" ADD COLUMN "name_skeleton" text;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "shares_name" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "profiles_name_skeleton_idx" ON "profiles" USING btree ("name_skeleton") WHERE user_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "profiles_staff_name_idx" ON "profiles" USING btree ("name_skeleton") WHERE is_admin OR is_moderator;