CREATE TABLE "reason_templates" (
	"profile_id" uuid PRIMARY KEY NOT NULL,
	"texts" text[] NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "staff_notes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"profile_id" uuid NOT NULL,
	"author_id" uuid,
	"text" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "queue_items" ADD COLUMN "thread_id" uuid;--> statement-breakpoint
ALTER TABLE "queue_items" ADD COLUMN "escalated_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "queue_items" ADD COLUMN "opened_by" uuid;--> statement-breakpoint
ALTER TABLE "queue_items" ADD COLUMN "opened_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "staff_notes_profile_idx" ON "staff_notes" USING btree ("profile_id","created_at","id");--> statement-breakpoint
CREATE INDEX "queue_items_thread_idx" ON "queue_items" USING btree ("thread_id","created_at","id");