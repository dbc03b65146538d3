CREATE TABLE "secret_links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"content_kind" text NOT NULL,
	"content_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"token_hash" text NOT NULL,
	"label" text NOT NULL,
	"play_count" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "follows" (
	"follower_id" uuid NOT NULL,
	"followed_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "follows_follower_id_followed_id_pk" PRIMARY KEY("follower_id","followed_id"),
	CONSTRAINT "follows_not_oneself" CHECK ("follows"."follower_id" <> "follows"."followed_id")
);
--> statement-breakpoint
CREATE TABLE "set_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"set_id" uuid NOT NULL,
	"place" integer NOT NULL,
	"upload_id" uuid,
	"track_id" uuid,
	"song_id" uuid,
	"added_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "set_likes" (
	"set_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "set_likes_set_id_user_id_pk" PRIMARY KEY("set_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "set_replies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"state_before" text,
	"removed_by" uuid,
	"removed_at" timestamp with time zone,
	"removed_reason" text,
	"version" integer DEFAULT 1 NOT NULL,
	"submit_id" uuid NOT NULL,
	"edited_at" timestamp with time zone,
	"edited_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"content" text NOT NULL,
	"html" text NOT NULL,
	"renderer" smallint NOT NULL,
	"set_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"user_id" uuid,
	"excerpt" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"state_before" text,
	"removed_by" uuid,
	"removed_at" timestamp with time zone,
	"removed_reason" text,
	"version" integer DEFAULT 1 NOT NULL,
	"submit_id" uuid NOT NULL,
	"edited_at" timestamp with time zone,
	"edited_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"author_id" uuid NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"html" text NOT NULL,
	"summary" text NOT NULL,
	"renderer" smallint NOT NULL,
	"tags" text[] NOT NULL,
	"search_text" text NOT NULL,
	"is_adult" boolean DEFAULT false NOT NULL,
	"like_count" integer DEFAULT 0 NOT NULL,
	"reply_count" integer DEFAULT 0 NOT NULL,
	"fingerprint" text NOT NULL,
	"preview_url" text,
	"set_type" text NOT NULL,
	"release_at" timestamp with time zone,
	"is_scheduled" boolean DEFAULT false NOT NULL,
	"is_unreleased" boolean DEFAULT false NOT NULL,
	"entry_count" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "plays" ADD COLUMN "link_id" uuid;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "is_unreleased" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "follower_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "following_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_follower_id_profiles_id_fk" FOREIGN KEY ("follower_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_followed_id_profiles_id_fk" FOREIGN KEY ("followed_id") REFERENCES "public"."profiles"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "secret_links_token_key" ON "secret_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "secret_links_author_idx" ON "secret_links" USING btree ("author_id","created_at","id");--> statement-breakpoint
CREATE INDEX "secret_links_content_idx" ON "secret_links" USING btree ("content_id");--> statement-breakpoint
CREATE INDEX "follows_follower_idx" ON "follows" USING btree ("follower_id","created_at","followed_id");--> statement-breakpoint
CREATE INDEX "follows_followed_idx" ON "follows" USING btree ("followed_id","follower_id");--> statement-breakpoint
CREATE INDEX "set_entries_set_idx" ON "set_entries" USING btree ("set_id","place","id");--> statement-breakpoint
CREATE UNIQUE INDEX "set_entries_track_key" ON "set_entries" USING btree ("set_id","track_id") WHERE track_id IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "set_entries_song_key" ON "set_entries" USING btree ("set_id","song_id") WHERE song_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "set_entries_upload_idx" ON "set_entries" USING btree ("upload_id","set_id");--> statement-breakpoint
CREATE INDEX "set_likes_user_idx" ON "set_likes" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "set_replies_submit_key" ON "set_replies" USING btree ("author_id","submit_id");--> statement-breakpoint
CREATE INDEX "set_replies_item_idx" ON "set_replies" USING btree ("set_id","created_at","id");--> statement-breakpoint
CREATE INDEX "set_replies_author_idx" ON "set_replies" USING btree ("author_id","created_at");--> statement-breakpoint
CREATE INDEX "set_replies_renderer_idx" ON "set_replies" USING btree ("renderer");--> statement-breakpoint
CREATE INDEX "set_replies_removed_idx" ON "set_replies" USING btree ("removed_at") WHERE state = 'removed';--> statement-breakpoint
CREATE UNIQUE INDEX "sets_submit_key" ON "sets" USING btree ("author_id","submit_id");--> statement-breakpoint
CREATE INDEX "sets_newest_idx" ON "sets" USING btree ("created_at","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "sets_liked_idx" ON "sets" USING btree ("like_count","created_at","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "sets_type_newest_idx" ON "sets" USING btree ("set_type","created_at","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "sets_type_liked_idx" ON "sets" USING btree ("set_type","like_count","created_at","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "sets_tags_idx" ON "sets" USING gin ("tags") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "sets_search_idx" ON "sets" USING gin ("search_text" gin_trgm_ops) WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "sets_author_idx" ON "sets" USING btree ("author_id","created_at","id");--> statement-breakpoint
CREATE INDEX "sets_waiting_idx" ON "sets" USING btree ("created_at","id") WHERE state IN ('pending', 'held');--> statement-breakpoint
CREATE INDEX "sets_renderer_idx" ON "sets" USING btree ("renderer");--> statement-breakpoint
CREATE INDEX "sets_removed_idx" ON "sets" USING btree ("removed_at") WHERE state = 'removed';--> statement-breakpoint
CREATE INDEX "sets_scheduled_idx" ON "sets" USING btree ("release_at") WHERE is_scheduled;