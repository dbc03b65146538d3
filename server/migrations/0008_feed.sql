CREATE TABLE "plays" (
	"id" uuid PRIMARY KEY NOT NULL,
	"track_id" uuid NOT NULL,
	"upload_id" uuid NOT NULL,
	"listener" text NOT NULL,
	"needed_ms" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"counted_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "poll_options" (
	"id" uuid PRIMARY KEY NOT NULL,
	"upload_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"label" text NOT NULL,
	"votes" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "poll_votes" (
	"upload_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"option_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "poll_votes_upload_id_user_id_pk" PRIMARY KEY("upload_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "polls" (
	"upload_id" uuid PRIMARY KEY NOT NULL,
	"question" text NOT NULL,
	"closes_at" timestamp with time zone NOT NULL,
	"total" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "track_versions" (
	"track_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"file_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "track_versions_track_id_version_pk" PRIMARY KEY("track_id","version")
);
--> statement-breakpoint
CREATE TABLE "upload_comments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"upload_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"track_id" uuid,
	"at_ms" integer,
	"mark" text,
	"content" text NOT NULL,
	"html" text NOT NULL,
	"excerpt" text NOT NULL,
	"renderer" smallint NOT NULL,
	"state" text NOT NULL,
	"state_before" text,
	"removed_by" uuid,
	"removed_at" timestamp with time zone,
	"removed_reason" text,
	"version" integer DEFAULT 1 NOT NULL,
	"submit_id" uuid NOT NULL,
	"edited_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "upload_files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"upload_id" uuid NOT NULL,
	"position" smallint NOT NULL,
	"kind" text NOT NULL,
	"file_id" uuid NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"version_at" timestamp with time zone NOT NULL,
	"play_count" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "upload_likes" (
	"upload_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "upload_likes_upload_id_user_id_pk" PRIMARY KEY("upload_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "upload_tags" (
	"upload_id" uuid NOT NULL,
	"tag" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "upload_tags_upload_id_tag_pk" PRIMARY KEY("upload_id","tag")
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid,
	"author_id" uuid NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"html" text NOT NULL,
	"summary" text NOT NULL,
	"renderer" smallint NOT NULL,
	"file_url" text,
	"file_type" text,
	"has_image" boolean NOT NULL,
	"has_audio" boolean NOT NULL,
	"has_video" boolean NOT NULL,
	"has_poll" boolean NOT NULL,
	"is_adult" boolean DEFAULT false NOT NULL,
	"state" text NOT NULL,
	"state_before" text,
	"removed_by" uuid,
	"removed_at" timestamp with time zone,
	"removed_reason" text,
	"like_count" integer DEFAULT 0 NOT NULL,
	"comment_count" integer DEFAULT 0 NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"fingerprint" text NOT NULL,
	"submit_id" uuid NOT NULL,
	"edited_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "plays_listener_idx" ON "plays" USING btree ("listener","track_id","counted_at");--> statement-breakpoint
CREATE INDEX "plays_counted_idx" ON "plays" USING btree ("track_id") WHERE counted_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "plays_open_idx" ON "plays" USING btree ("started_at") WHERE counted_at IS NULL;--> statement-breakpoint
CREATE INDEX "poll_options_upload_idx" ON "poll_options" USING btree ("upload_id","position");--> statement-breakpoint
CREATE INDEX "poll_votes_user_idx" ON "poll_votes" USING btree ("user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "upload_comments_submit_key" ON "upload_comments" USING btree ("author_id","submit_id");--> statement-breakpoint
CREATE INDEX "upload_comments_upload_idx" ON "upload_comments" USING btree ("upload_id","created_at","id");--> statement-breakpoint
CREATE INDEX "upload_comments_moment_idx" ON "upload_comments" USING btree ("track_id","created_at","id") WHERE state = 'published' AND track_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "upload_comments_author_idx" ON "upload_comments" USING btree ("author_id","created_at");--> statement-breakpoint
CREATE INDEX "upload_comments_renderer_idx" ON "upload_comments" USING btree ("renderer");--> statement-breakpoint
CREATE INDEX "upload_comments_removed_idx" ON "upload_comments" USING btree ("removed_at") WHERE state = 'removed';--> statement-breakpoint
CREATE INDEX "upload_files_upload_idx" ON "upload_files" USING btree ("upload_id","position");--> statement-breakpoint
CREATE INDEX "upload_likes_user_idx" ON "upload_likes" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "upload_tags_tag_idx" ON "upload_tags" USING btree ("tag","created_at","upload_id");--> statement-breakpoint
CREATE INDEX "upload_tags_created_idx" ON "upload_tags" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "uploads_submit_key" ON "uploads" USING btree ("author_id","submit_id");--> statement-breakpoint
CREATE INDEX "uploads_list_idx" ON "uploads" USING btree ("created_at","id") WHERE state = 'published' AND NOT is_adult;--> statement-breakpoint
CREATE INDEX "uploads_list_adult_idx" ON "uploads" USING btree ("created_at","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "uploads_audio_idx" ON "uploads" USING btree ("created_at","id") WHERE state = 'published' AND has_audio;--> statement-breakpoint
CREATE INDEX "uploads_video_idx" ON "uploads" USING btree ("created_at","id") WHERE state = 'published' AND has_video;--> statement-breakpoint
CREATE INDEX "uploads_poll_idx" ON "uploads" USING btree ("created_at","id") WHERE state = 'published' AND has_poll;--> statement-breakpoint
CREATE INDEX "uploads_author_idx" ON "uploads" USING btree ("author_id","created_at","id");--> statement-breakpoint
CREATE INDEX "uploads_renderer_idx" ON "uploads" USING btree ("renderer");--> statement-breakpoint
CREATE INDEX "uploads_removed_idx" ON "uploads" USING btree ("removed_at") WHERE state = 'removed';