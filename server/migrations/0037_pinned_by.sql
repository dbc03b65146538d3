ALTER TABLE "forum_posts" ADD COLUMN "pinned_by" uuid;--> statement-breakpoint
-- Of pins that stand already: what the audit log does not name was pinned by its author.
UPDATE "forum_posts" SET "pinned_by" = "author_id" WHERE "is_pinned"
  AND NOT EXISTS (SELECT 1 FROM "audit_log" a WHERE a."action" = 'forum_post.pin' AND a."target_id" = "forum_posts"."id"::text);
