CREATE TABLE "drumkit_likes" (
	"drumkit_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "drumkit_likes_drumkit_id_user_id_pk" PRIMARY KEY("drumkit_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "drumkit_replies" (
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
	"drumkit_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"user_id" uuid,
	"excerpt" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "drumkits" (
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
	"download_count" integer DEFAULT 0 NOT NULL,
	"download_url" text,
	"preview_url" text,
	"licence" text NOT NULL,
	"licence_text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "editing_pack_likes" (
	"editing_pack_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "editing_pack_likes_editing_pack_id_user_id_pk" PRIMARY KEY("editing_pack_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "editing_pack_replies" (
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
	"editing_pack_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"user_id" uuid,
	"excerpt" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "editing_packs" (
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
	"download_count" integer DEFAULT 0 NOT NULL,
	"download_url" text,
	"preview_url" text,
	"licence" text NOT NULL,
	"licence_text" text NOT NULL,
	"pack_type" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "leak_likes" (
	"leak_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "leak_likes_leak_id_user_id_pk" PRIMARY KEY("leak_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "leak_replies" (
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
	"leak_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"user_id" uuid,
	"excerpt" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "leaks" (
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
	"download_count" integer DEFAULT 0 NOT NULL,
	"content_url" text,
	"leak_type" text NOT NULL,
	"rights_wording" text NOT NULL,
	"rights_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "self_promotion_post_likes" (
	"self_promotion_post_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "self_promotion_post_likes_self_promotion_post_id_user_id_pk" PRIMARY KEY("self_promotion_post_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "self_promotion_post_replies" (
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
	"self_promotion_post_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"user_id" uuid,
	"excerpt" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "self_promotion_posts" (
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
	"link_url" text,
	"post_type" text NOT NULL,
	"is_approved" boolean GENERATED ALWAYS AS (state = 'published') STORED,
	"decided_by" uuid,
	"decided_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sharing_downloads" (
	"item_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sharing_downloads_item_id_user_id_pk" PRIMARY KEY("item_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "song_likes" (
	"song_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "song_likes_song_id_user_id_pk" PRIMARY KEY("song_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "song_replies" (
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
	"song_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"user_id" uuid,
	"excerpt" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "songs" (
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
	"artist" text NOT NULL,
	"url" text,
	"platform" text NOT NULL,
	"upload_id" uuid,
	"track_id" uuid
);
--> statement-breakpoint
CREATE INDEX "drumkit_likes_user_idx" ON "drumkit_likes" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "drumkit_replies_submit_key" ON "drumkit_replies" USING btree ("author_id","submit_id");--> statement-breakpoint
CREATE INDEX "drumkit_replies_item_idx" ON "drumkit_replies" USING btree ("drumkit_id","created_at","id");--> statement-breakpoint
CREATE INDEX "drumkit_replies_author_idx" ON "drumkit_replies" USING btree ("author_id","created_at");--> statement-breakpoint
CREATE INDEX "drumkit_replies_renderer_idx" ON "drumkit_replies" USING btree ("renderer");--> statement-breakpoint
CREATE INDEX "drumkit_replies_removed_idx" ON "drumkit_replies" USING btree ("removed_at") WHERE state = 'removed';--> statement-breakpoint
CREATE UNIQUE INDEX "drumkits_submit_key" ON "drumkits" USING btree ("author_id","submit_id");--> statement-breakpoint
CREATE INDEX "drumkits_newest_idx" ON "drumkits" USING btree ("created_at","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "drumkits_liked_idx" ON "drumkits" USING btree ("like_count","created_at","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "drumkits_tags_idx" ON "drumkits" USING gin ("tags") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "drumkits_search_idx" ON "drumkits" USING gin ("search_text" gin_trgm_ops) WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "drumkits_author_idx" ON "drumkits" USING btree ("author_id","created_at","id");--> statement-breakpoint
CREATE INDEX "drumkits_waiting_idx" ON "drumkits" USING btree ("created_at","id") WHERE state IN ('pending', 'held');--> statement-breakpoint
CREATE INDEX "drumkits_renderer_idx" ON "drumkits" USING btree ("renderer");--> statement-breakpoint
CREATE INDEX "drumkits_removed_idx" ON "drumkits" USING btree ("removed_at") WHERE state = 'removed';--> statement-breakpoint
CREATE INDEX "editing_pack_likes_user_idx" ON "editing_pack_likes" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "editing_pack_replies_submit_key" ON "editing_pack_replies" USING btree ("author_id","submit_id");--> statement-breakpoint
CREATE INDEX "editing_pack_replies_item_idx" ON "editing_pack_replies" USING btree ("editing_pack_id","created_at","id");--> statement-breakpoint
CREATE INDEX "editing_pack_replies_author_idx" ON "editing_pack_replies" USING btree ("author_id","created_at");--> statement-breakpoint
CREATE INDEX "editing_pack_replies_renderer_idx" ON "editing_pack_replies" USING btree ("renderer");--> statement-breakpoint
CREATE INDEX "editing_pack_replies_removed_idx" ON "editing_pack_replies" USING btree ("removed_at") WHERE state = 'removed';--> statement-breakpoint
CREATE UNIQUE INDEX "editing_packs_submit_key" ON "editing_packs" USING btree ("author_id","submit_id");--> statement-breakpoint
CREATE INDEX "editing_packs_newest_idx" ON "editing_packs" USING btree ("created_at","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "editing_packs_liked_idx" ON "editing_packs" USING btree ("like_count","created_at","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "editing_packs_type_newest_idx" ON "editing_packs" USING btree ("pack_type","created_at","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "editing_packs_type_liked_idx" ON "editing_packs" USING btree ("pack_type","like_count","created_at","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "editing_packs_tags_idx" ON "editing_packs" USING gin ("tags") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "editing_packs_search_idx" ON "editing_packs" USING gin ("search_text" gin_trgm_ops) WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "editing_packs_author_idx" ON "editing_packs" USING btree ("author_id","created_at","id");--> statement-breakpoint
CREATE INDEX "editing_packs_waiting_idx" ON "editing_packs" USING btree ("created_at","id") WHERE state IN ('pending', 'held');--> statement-breakpoint
CREATE INDEX "editing_packs_renderer_idx" ON "editing_packs" USING btree ("renderer");--> statement-breakpoint
CREATE INDEX "editing_packs_removed_idx" ON "editing_packs" USING btree ("removed_at") WHERE state = 'removed';--> statement-breakpoint
CREATE INDEX "leak_likes_user_idx" ON "leak_likes" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "leak_replies_submit_key" ON "leak_replies" USING btree ("author_id","submit_id");--> statement-breakpoint
CREATE INDEX "leak_replies_item_idx" ON "leak_replies" USING btree ("leak_id","created_at","id");--> statement-breakpoint
CREATE INDEX "leak_replies_author_idx" ON "leak_replies" USING btree ("author_id","created_at");--> statement-breakpoint
CREATE INDEX "leak_replies_renderer_idx" ON "leak_replies" USING btree ("renderer");--> statement-breakpoint
CREATE INDEX "leak_replies_removed_idx" ON "leak_replies" USING btree ("removed_at") WHERE state = 'removed';--> statement-breakpoint
CREATE UNIQUE INDEX "leaks_submit_key" ON "leaks" USING btree ("author_id","submit_id");--> statement-breakpoint
CREATE INDEX "leaks_newest_idx" ON "leaks" USING btree ("created_at","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "leaks_liked_idx" ON "leaks" USING btree ("like_count","created_at","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "leaks_type_newest_idx" ON "leaks" USING btree ("leak_type","created_at","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "leaks_type_liked_idx" ON "leaks" USING btree ("leak_type","like_count","created_at","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "leaks_tags_idx" ON "leaks" USING gin ("tags") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "leaks_search_idx" ON "leaks" USING gin ("search_text" gin_trgm_ops) WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "leaks_author_idx" ON "leaks" USING btree ("author_id","created_at","id");--> statement-breakpoint
CREATE INDEX "leaks_waiting_idx" ON "leaks" USING btree ("created_at","id") WHERE state IN ('pending', 'held');--> statement-breakpoint
CREATE INDEX "leaks_renderer_idx" ON "leaks" USING btree ("renderer");--> statement-breakpoint
CREATE INDEX "leaks_removed_idx" ON "leaks" USING btree ("removed_at") WHERE state = 'removed';--> statement-breakpoint
CREATE INDEX "self_promotion_post_likes_user_idx" ON "self_promotion_post_likes" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "self_promotion_post_replies_submit_key" ON "self_promotion_post_replies" USING btree ("author_id","submit_id");--> statement-breakpoint
CREATE INDEX "self_promotion_post_replies_item_idx" ON "self_promotion_post_replies" USING btree ("self_promotion_post_id","created_at","id");--> statement-breakpoint
CREATE INDEX "self_promotion_post_replies_author_idx" ON "self_promotion_post_replies" USING btree ("author_id","created_at");--> statement-breakpoint
CREATE INDEX "self_promotion_post_replies_renderer_idx" ON "self_promotion_post_replies" USING btree ("renderer");--> statement-breakpoint
CREATE INDEX "self_promotion_post_replies_removed_idx" ON "self_promotion_post_replies" USING btree ("removed_at") WHERE state = 'removed';--> statement-breakpoint
CREATE UNIQUE INDEX "self_promotion_posts_submit_key" ON "self_promotion_posts" USING btree ("author_id","submit_id");--> statement-breakpoint
CREATE INDEX "self_promotion_posts_newest_idx" ON "self_promotion_posts" USING btree ("created_at","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "self_promotion_posts_liked_idx" ON "self_promotion_posts" USING btree ("like_count","created_at","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "self_promotion_posts_type_newest_idx" ON "self_promotion_posts" USING btree ("post_type","created_at","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "self_promotion_posts_type_liked_idx" ON "self_promotion_posts" USING btree ("post_type","like_count","created_at","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "self_promotion_posts_tags_idx" ON "self_promotion_posts" USING gin ("tags") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "self_promotion_posts_search_idx" ON "self_promotion_posts" USING gin ("search_text" gin_trgm_ops) WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "self_promotion_posts_author_idx" ON "self_promotion_posts" USING btree ("author_id","created_at","id");--> statement-breakpoint
CREATE INDEX "self_promotion_posts_waiting_idx" ON "self_promotion_posts" USING btree ("created_at","id") WHERE state IN ('pending', 'held');--> statement-breakpoint
CREATE INDEX "self_promotion_posts_renderer_idx" ON "self_promotion_posts" USING btree ("renderer");--> statement-breakpoint
CREATE INDEX "self_promotion_posts_removed_idx" ON "self_promotion_posts" USING btree ("removed_at") WHERE state = 'removed';--> statement-breakpoint
CREATE INDEX "sharing_downloads_user_idx" ON "sharing_downloads" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "song_likes_user_idx" ON "song_likes" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "song_replies_submit_key" ON "song_replies" USING btree ("author_id","submit_id");--> statement-breakpoint
CREATE INDEX "song_replies_item_idx" ON "song_replies" USING btree ("song_id","created_at","id");--> statement-breakpoint
CREATE INDEX "song_replies_author_idx" ON "song_replies" USING btree ("author_id","created_at");--> statement-breakpoint
CREATE INDEX "song_replies_renderer_idx" ON "song_replies" USING btree ("renderer");--> statement-breakpoint
CREATE INDEX "song_replies_removed_idx" ON "song_replies" USING btree ("removed_at") WHERE state = 'removed';--> statement-breakpoint
CREATE UNIQUE INDEX "songs_submit_key" ON "songs" USING btree ("author_id","submit_id");--> statement-breakpoint
CREATE INDEX "songs_newest_idx" ON "songs" USING btree ("created_at","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "songs_liked_idx" ON "songs" USING btree ("like_count","created_at","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "songs_type_newest_idx" ON "songs" USING btree ("platform","created_at","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "songs_type_liked_idx" ON "songs" USING btree ("platform","like_count","created_at","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "songs_tags_idx" ON "songs" USING gin ("tags") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "songs_search_idx" ON "songs" USING gin ("search_text" gin_trgm_ops) WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "songs_author_idx" ON "songs" USING btree ("author_id","created_at","id");--> statement-breakpoint
CREATE INDEX "songs_waiting_idx" ON "songs" USING btree ("created_at","id") WHERE state IN ('pending', 'held');--> statement-breakpoint
CREATE INDEX "songs_renderer_idx" ON "songs" USING btree ("renderer");--> statement-breakpoint
CREATE INDEX "songs_removed_idx" ON "songs" USING btree ("removed_at") WHERE state = 'removed';