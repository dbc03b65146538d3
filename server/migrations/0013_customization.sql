CREATE TABLE "avatar_decorations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"is_active" boolean DEFAULT true NOT NULL,
	CONSTRAINT "avatar_decorations_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "profile_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"profile_id" uuid NOT NULL,
	"title" text NOT NULL,
	"url" text NOT NULL,
	"icon" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"display_order" smallint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "former_usernames" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"name_key" text NOT NULL,
	"profile_id" uuid NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "username_key" text;--> statement-breakpoint
UPDATE "profiles" SET "username_key" = translate(replace(replace(replace(lower("username"), '_', ''), 'rn', 'm'), 'vv', 'w'), '01i5', 'olls');--> statement-breakpoint
ALTER TABLE "profiles" ALTER COLUMN "username_key" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "profile_theme" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "profile_customization" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "avatar_decorations" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "discord_username" text;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "name_style" jsonb;--> statement-breakpoint
ALTER TABLE "profile_links" ADD CONSTRAINT "profile_links_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_usernames" ADD CONSTRAINT "former_usernames_profile_id_profiles_id_fk" FOREIGN KEY ("profile_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "profile_links_profile_idx" ON "profile_links" USING btree ("profile_id","display_order");--> statement-breakpoint
CREATE INDEX "former_usernames_name_idx" ON "former_usernames" USING btree ("name");--> statement-breakpoint
CREATE INDEX "former_usernames_key_idx" ON "former_usernames" USING btree ("name_key");--> statement-breakpoint
CREATE INDEX "former_usernames_profile_idx" ON "former_usernames" USING btree ("profile_id","changed_at");--> statement-breakpoint
CREATE INDEX "profiles_username_key_idx" ON "profiles" USING btree ("username_key");--> statement-breakpoint
CREATE INDEX "profiles_name_wishes_idx" ON "profiles" USING btree ("id") WHERE appearance_settings ?| array['username_glow_enabled', 'badge_text', 'name_effect'];