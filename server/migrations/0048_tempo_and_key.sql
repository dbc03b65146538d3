ALTER TABLE "files" ADD COLUMN "analysis" text;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "tempo" real;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "musical_key" text;--> statement-breakpoint
CREATE INDEX "files_analysis_idx" ON "files" USING btree ("id") WHERE analysis = 'waiting';--> statement-breakpoint
CREATE INDEX "songs_upload_idx" ON "songs" USING btree ("upload_id") WHERE upload_id IS NOT NULL;--> statement-breakpoint
-- A job looks for tempo and key of the sounds that are there, from the first start on.
UPDATE files SET analysis = 'waiting' WHERE kind = 'audio' AND processing = 'done' AND state <> 'removed';
