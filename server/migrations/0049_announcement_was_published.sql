ALTER TABLE "announcements" ADD COLUMN "was_published" boolean DEFAULT true NOT NULL;--> statement-breakpoint
-- What waits for its time has been seen by nobody.
UPDATE "announcements" SET "was_published" = false WHERE NOT "is_published" AND "publish_at" IS NOT NULL;
