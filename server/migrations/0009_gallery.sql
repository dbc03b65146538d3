-- Finds a part of a text by an index: the search of the gallery. A trusted extension: who may create objects in the database may create it.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE TABLE "gallery_images" (
	"id" uuid PRIMARY KEY NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"search_text" text NOT NULL,
	"uploader_id" uuid NOT NULL,
	"file_id" uuid NOT NULL,
	"file_size" bigint NOT NULL,
	"file_type" text NOT NULL,
	"state" text NOT NULL,
	"is_approved" boolean GENERATED ALWAYS AS (state = 'approved') STORED,
	"is_featured" boolean DEFAULT false NOT NULL,
	"is_adult" boolean NOT NULL,
	"like_count" integer DEFAULT 0 NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"state_before" text,
	"reason" text,
	"removed_by" uuid,
	"removed_at" timestamp with time zone,
	"submit_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "gallery_likes" (
	"image_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "gallery_likes_image_id_user_id_pk" PRIMARY KEY("image_id","user_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "gallery_images_submit_key" ON "gallery_images" USING btree ("uploader_id","submit_id");--> statement-breakpoint
CREATE INDEX "gallery_images_list_idx" ON "gallery_images" USING btree ("is_featured","created_at","id") WHERE state = 'approved' AND NOT is_adult;--> statement-breakpoint
CREATE INDEX "gallery_images_list_adult_idx" ON "gallery_images" USING btree ("is_featured","created_at","id") WHERE state = 'approved';--> statement-breakpoint
CREATE INDEX "gallery_images_newest_idx" ON "gallery_images" USING btree ("created_at","id") WHERE state = 'approved';--> statement-breakpoint
CREATE INDEX "gallery_images_search_idx" ON "gallery_images" USING gin ("search_text" gin_trgm_ops) WHERE state = 'approved';--> statement-breakpoint
CREATE INDEX "gallery_images_uploader_idx" ON "gallery_images" USING btree ("uploader_id","created_at","id");--> statement-breakpoint
CREATE INDEX "gallery_images_pending_idx" ON "gallery_images" USING btree ("created_at","id") WHERE state = 'pending';--> statement-breakpoint
CREATE INDEX "gallery_images_removed_idx" ON "gallery_images" USING btree ("removed_at") WHERE removed_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "gallery_likes_user_idx" ON "gallery_likes" USING btree ("user_id","created_at");