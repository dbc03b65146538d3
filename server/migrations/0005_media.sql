CREATE TABLE "file_renditions" (
	"file_id" uuid NOT NULL,
	"name" text NOT NULL,
	"key" text NOT NULL,
	"content_type" text NOT NULL,
	"bytes" bigint NOT NULL,
	"width" integer,
	"height" integer,
	CONSTRAINT "file_renditions_file_id_name_pk" PRIMARY KEY("file_id","name"),
	CONSTRAINT "file_renditions_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE TABLE "file_uploads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"user_id" text NOT NULL,
	"purpose" text NOT NULL,
	"name" text NOT NULL,
	"length" bigint NOT NULL,
	"key" text,
	"sha256" text,
	"content_type" text,
	"kind" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "files" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"purpose" text NOT NULL,
	"bucket" text NOT NULL,
	"key" text NOT NULL,
	"name" text NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"content_type" text NOT NULL,
	"kind" text NOT NULL,
	"state" text NOT NULL,
	"content_kind" text,
	"content_id" uuid,
	"position" smallint DEFAULT 0 NOT NULL,
	"guarded" boolean DEFAULT true NOT NULL,
	"processing" text NOT NULL,
	"processing_reason" text,
	"tries" smallint DEFAULT 0 NOT NULL,
	"width" integer,
	"height" integer,
	"duration_ms" integer,
	"placeholder" text,
	"overview" "bytea",
	"loudness" real,
	"true_peak" real,
	"tags" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"claimed_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	CONSTRAINT "files_key_unique" UNIQUE("key")
);
--> statement-breakpoint
CREATE INDEX "file_uploads_owner_idx" ON "file_uploads" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "file_uploads_expires_idx" ON "file_uploads" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "files_owner_idx" ON "files" USING btree ("owner_id","id");--> statement-breakpoint
CREATE INDEX "files_content_idx" ON "files" USING btree ("content_id","position") WHERE state = 'claimed';--> statement-breakpoint
CREATE INDEX "files_staged_idx" ON "files" USING btree ("created_at") WHERE state = 'staged';--> statement-breakpoint
CREATE INDEX "files_removed_idx" ON "files" USING btree ("removed_at") WHERE state = 'removed';