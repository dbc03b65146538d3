CREATE TABLE "notification_digests" (
	"profile_id" uuid PRIMARY KEY NOT NULL,
	"rhythm" text NOT NULL,
	"sent_until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"profile_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"on_site" boolean NOT NULL,
	"by_email" boolean NOT NULL,
	CONSTRAINT "notification_settings_profile_id_kind_pk" PRIMARY KEY("profile_id","kind")
);
--> statement-breakpoint
DROP INDEX "post_readers_watch_idx";--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "content_id" uuid;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "others" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "most_others" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "on_site" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "is_hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "notification_digests_due_idx" ON "notification_digests" USING btree ("rhythm","sent_until") WHERE rhythm <> 'off';--> statement-breakpoint
CREATE INDEX "post_readers_watchers_idx" ON "post_readers" USING btree ("post_id","profile_id") WHERE watching;--> statement-breakpoint
CREATE INDEX "notifications_unread_idx" ON "notifications" USING btree ("user_id") WHERE NOT is_read AND on_site AND NOT is_hidden;--> statement-breakpoint
CREATE INDEX "notifications_content_idx" ON "notifications" USING btree ("content_id") WHERE content_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "notifications_actor_idx" ON "notifications" USING btree ("actor_id") WHERE actor_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "notifications_clear_idx" ON "notifications" USING btree ("created_at") WHERE is_read OR NOT on_site;