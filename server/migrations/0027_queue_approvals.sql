-- What waits for approval is in the moderation queue.
INSERT INTO "queue_items" ("id", "content_kind", "content_id", "author_id", "state", "priority", "needs_approval", "created_at")
SELECT w."id", w."kind", w."id", w."author_id", 'open', 4, true, w."created_at" FROM (
  SELECT "id", 'gallery_image' AS "kind", "uploader_id" AS "author_id", "created_at" FROM "gallery_images" WHERE "state" = 'pending'
  UNION ALL
  SELECT "id", 'self_promotion_post', "author_id", "created_at" FROM "self_promotion_posts" WHERE "state" = 'pending'
) w
ON CONFLICT ("content_id", "content_kind") WHERE "state" = 'open' DO UPDATE SET "needs_approval" = true;--> statement-breakpoint
INSERT INTO "queue_entries" ("id", "item_id", "kind", "source", "created_at")
SELECT "content_id", "id", 'approval', 'submitted', "created_at" FROM "queue_items" WHERE "needs_approval" AND "state" = 'open';
