ALTER TABLE "archive_entries" ADD COLUMN "playback" text;
--> statement-breakpoint
-- The codec of what was analysed before is not known: it is prepared, or, where the first listener's try finds that every
-- browser plays it, sent as it is from then on.
UPDATE archive_entries SET playback = 'prepared' WHERE analysis = 'done' AND duration_ms > 0;
