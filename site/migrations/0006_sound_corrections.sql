-- Candidates of tempo and key, and what authors say of the sounds in their kits. Tracks are analysed again by a job after
-- the start, because the method is another; sounds of kits stay as they were found. What authors said stays before both.
ALTER TABLE "archive_entries" ADD COLUMN "candidates" jsonb;--> statement-breakpoint
ALTER TABLE "archive_entries" ADD COLUMN "stated" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "candidates" jsonb;--> statement-breakpoint
UPDATE "files" SET "analysis" = 'waiting' WHERE "kind" = 'audio' AND "analysis" = 'done' AND "state" <> 'removed';
