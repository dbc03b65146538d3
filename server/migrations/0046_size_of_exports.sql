ALTER TABLE "data_exports" ALTER COLUMN "bytes" SET DATA TYPE bigint;--> statement-breakpoint
-- Copies were single JSON files; archives are made of other parts. Who had one asks again.
UPDATE "data_exports" SET "state" = 'failed' WHERE "state" = 'ready';
