ALTER TABLE "notifications" ADD COLUMN "content_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "unlisted" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "past_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL;--> statement-breakpoint
CREATE INDEX "notifications_thread_idx" ON "notifications" USING btree ("cause") WHERE kind = 'watched';--> statement-breakpoint
-- The unread notifications of each watcher and thread become one row, which counts the replies that are not removed:
-- the numbers that processes wrote at once were too large. The hidden rows that had been joined are deleted.
CREATE TEMPORARY TABLE watched_rows ON COMMIT DROP AS
  SELECT n.id, n.user_id, n.content_id, n.others, n.is_read, n.is_hidden, substring(n.url FROM '^/forum/post/([0-9a-f-]{36})') AS thread
  FROM notifications n WHERE n.kind = 'watched' AND n.content_id IS NOT NULL;--> statement-breakpoint
CREATE TEMPORARY TABLE watched_heads ON COMMIT DROP AS
  SELECT DISTINCT ON (user_id, thread) id, user_id, thread, content_id FROM watched_rows
  WHERE NOT is_hidden AND NOT is_read AND thread IS NOT NULL ORDER BY user_id, thread, content_id DESC;--> statement-breakpoint
WITH until AS (
  SELECT user_id, thread, max(content_id::text) AS last FROM watched_rows WHERE is_read AND NOT is_hidden GROUP BY user_id, thread
), counted AS (
  SELECT h.id, h.thread, array_agg(DISTINCT w.content_id ORDER BY w.content_id) AS ids
  FROM watched_heads h JOIN watched_rows w ON w.user_id = h.user_id AND w.thread = h.thread
    AND (w.id = h.id OR w.others = -1 OR NOT (w.is_hidden OR w.is_read))
  LEFT JOIN until u ON u.user_id = h.user_id AND u.thread = h.thread
  WHERE w.id = h.id OR ((u.last IS NULL OR w.content_id::text > u.last)
    AND EXISTS (SELECT 1 FROM post_replies r WHERE r.id = w.content_id AND r.state = 'published'))
  GROUP BY h.id, h.thread
)
UPDATE notifications n SET cause = 'watched:' || c.thread, others = cardinality(c.ids) - 1,
  content_ids = c.ids[greatest(1, cardinality(c.ids) - 127):], unlisted = greatest(0, cardinality(c.ids) - 128)
FROM counted c WHERE n.id = c.id;--> statement-breakpoint
DELETE FROM notifications n USING watched_rows w WHERE w.id = n.id AND n.content_ids = '{}'
  AND (w.others = -1 OR (w.thread IS NOT NULL AND NOT w.is_read AND NOT w.is_hidden));
