CREATE TABLE "post_unlocks" (
	"post_id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "post_unlocks_post_id_profile_id_pk" PRIMARY KEY("post_id","profile_id")
);
--> statement-breakpoint
ALTER TABLE "content_versions" ADD COLUMN "is_locked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "forum_posts" ADD COLUMN "is_locked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "post_unlocks_profile_idx" ON "post_unlocks" USING btree ("profile_id","created_at");