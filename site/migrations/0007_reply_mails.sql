-- Members who are here keep what they chose: who has no row gets no mails. Only who signs up from now on gets a row.
ALTER TABLE "notification_digests" ADD COLUMN "replies_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "notification_digests" ADD COLUMN "replies_mailed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "mailed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "notification_digests_replies_idx" ON "notification_digests" USING btree ("replies_due_at") WHERE replies_due_at IS NOT NULL;