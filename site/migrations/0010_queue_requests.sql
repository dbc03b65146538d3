ALTER TABLE "queue_items" ADD COLUMN "asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "queue_items" ADD COLUMN "answered_at" timestamp with time zone;