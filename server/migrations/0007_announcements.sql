CREATE TABLE "announcements" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"content" text NOT NULL,
	"html" text NOT NULL,
	"renderer" smallint NOT NULL,
	"author_id" uuid,
	"announcement_type" text NOT NULL,
	"priority" smallint NOT NULL,
	"expires_at" timestamp with time zone,
	"is_published" boolean DEFAULT true NOT NULL,
	"is_pinned" boolean DEFAULT false NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"submit_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"edited_at" timestamp with time zone
);
--> statement-breakpoint
CREATE UNIQUE INDEX "announcements_submit_key" ON "announcements" USING btree ("author_id","submit_id");--> statement-breakpoint
CREATE INDEX "announcements_order_idx" ON "announcements" USING btree ("is_pinned","priority","created_at","id");