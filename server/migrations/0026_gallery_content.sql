ALTER TABLE "gallery_images" RENAME COLUMN "reason" TO "removed_reason";--> statement-breakpoint
DROP INDEX "gallery_images_list_idx";--> statement-breakpoint
DROP INDEX "gallery_images_list_adult_idx";--> statement-breakpoint
DROP INDEX "gallery_images_newest_idx";--> statement-breakpoint
DROP INDEX "gallery_images_search_idx";--> statement-breakpoint
DROP INDEX "gallery_images_removed_idx";--> statement-breakpoint
ALTER TABLE "gallery_images" drop column "is_approved";--> statement-breakpoint
ALTER TABLE "gallery_images" ADD COLUMN "is_approved" boolean GENERATED ALWAYS AS (state = 'published') STORED;--> statement-breakpoint
ALTER TABLE "gallery_images" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "gallery_images" ADD COLUMN "edited_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "gallery_images" ADD COLUMN "edited_by" uuid;--> statement-breakpoint
-- What was rejected is removed, and was pending before. What its owner deleted after that is removed like any other.
UPDATE "gallery_images" SET "decided_at" = NULL WHERE "state" = 'removed' AND "state_before" = 'rejected';--> statement-breakpoint
UPDATE "gallery_images" SET
	"state" = CASE "state" WHEN 'approved' THEN 'published' WHEN 'rejected' THEN 'removed' ELSE "state" END,
	"state_before" = CASE WHEN "state" = 'rejected' OR "state_before" = 'rejected' THEN 'pending' WHEN "state_before" = 'approved' THEN 'published' ELSE "state_before" END,
	"removed_by" = CASE WHEN "state" = 'rejected' OR "state_before" = 'rejected' THEN "decided_by" ELSE "removed_by" END
WHERE "state" IN ('approved', 'rejected', 'removed');--> statement-breakpoint
CREATE INDEX "gallery_images_list_idx" ON "gallery_images" USING btree ("is_featured","created_at","id") WHERE state = 'published' AND NOT is_adult;--> statement-breakpoint
CREATE INDEX "gallery_images_list_adult_idx" ON "gallery_images" USING btree ("is_featured","created_at","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "gallery_images_newest_idx" ON "gallery_images" USING btree ("created_at","id") WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "gallery_images_search_idx" ON "gallery_images" USING gin ("search_text" gin_trgm_ops) WHERE state = 'published';--> statement-breakpoint
CREATE INDEX "gallery_images_removed_idx" ON "gallery_images" USING btree ("removed_at") WHERE state = 'removed';