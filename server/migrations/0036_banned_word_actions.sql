CREATE TABLE "broken_checks" (
	"name" text NOT NULL,
	"day" date NOT NULL,
	"count" integer NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "broken_checks_name_day_pk" PRIMARY KEY("name","day")
);
--> statement-breakpoint
CREATE TABLE "text_prints" (
	"fingerprint" text NOT NULL,
	"author_id" uuid NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "text_prints_fingerprint_author_id_pk" PRIMARY KEY("fingerprint","author_id")
);
--> statement-breakpoint
CREATE TABLE "site_days" (
	"day" date PRIMARY KEY NOT NULL,
	"sign_ups" integer NOT NULL,
	"active" integer NOT NULL,
	"posts" integer NOT NULL,
	"plays" integer NOT NULL,
	"counted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
-- Items of before the thread was stored: that of an answer, else the subject itself.
UPDATE queue_items q SET thread_id = r.post_id FROM post_replies r WHERE q.thread_id IS NULL AND q.content_kind = 'post_reply' AND r.id = q.content_id;--> statement-breakpoint
UPDATE queue_items q SET thread_id = r.upload_id FROM upload_comments r WHERE q.thread_id IS NULL AND q.content_kind = 'upload_comment' AND r.id = q.content_id;--> statement-breakpoint
UPDATE queue_items q SET thread_id = r.party_id FROM chat_messages r WHERE q.thread_id IS NULL AND q.content_kind = 'chat_message' AND r.id = q.content_id;--> statement-breakpoint
UPDATE queue_items q SET thread_id = r.song_id FROM song_replies r WHERE q.thread_id IS NULL AND q.content_kind = 'song_reply' AND r.id = q.content_id;--> statement-breakpoint
UPDATE queue_items q SET thread_id = r.drumkit_id FROM drumkit_replies r WHERE q.thread_id IS NULL AND q.content_kind = 'drumkit_reply' AND r.id = q.content_id;--> statement-breakpoint
UPDATE queue_items q SET thread_id = r.editing_pack_id FROM editing_pack_replies r WHERE q.thread_id IS NULL AND q.content_kind = 'editing_pack_reply' AND r.id = q.content_id;--> statement-breakpoint
UPDATE queue_items q SET thread_id = r.leak_id FROM leak_replies r WHERE q.thread_id IS NULL AND q.content_kind = 'leak_reply' AND r.id = q.content_id;--> statement-breakpoint
UPDATE queue_items q SET thread_id = r.self_promotion_post_id FROM self_promotion_post_replies r WHERE q.thread_id IS NULL AND q.content_kind = 'self_promotion_post_reply' AND r.id = q.content_id;--> statement-breakpoint
UPDATE queue_items q SET thread_id = r.set_id FROM set_replies r WHERE q.thread_id IS NULL AND q.content_kind = 'set_reply' AND r.id = q.content_id;--> statement-breakpoint
UPDATE queue_items SET thread_id = content_id WHERE thread_id IS NULL;--> statement-breakpoint
ALTER TABLE "queue_items" ALTER COLUMN "thread_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "banned_words" ADD COLUMN "action" text DEFAULT 'refuse' NOT NULL;--> statement-breakpoint
ALTER TABLE "queue_items" ADD COLUMN "marked_words" text[];--> statement-breakpoint
CREATE INDEX "text_prints_at_idx" ON "text_prints" USING btree ("at");--> statement-breakpoint
CREATE INDEX "text_prints_author_idx" ON "text_prints" USING btree ("author_id");--> statement-breakpoint
CREATE INDEX "queue_items_marked_idx" ON "queue_items" USING btree ("priority","created_at","id") WHERE state = 'open' AND marked_words IS NOT NULL;