CREATE TABLE "archive_entries" (
	"file_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"path" text NOT NULL,
	"kind" text NOT NULL,
	"bytes" bigint NOT NULL,
	"packed" bigint NOT NULL,
	"method" smallint NOT NULL,
	"crc" bigint NOT NULL,
	"local_at" bigint NOT NULL,
	"analysis" text,
	"content_type" text,
	"duration_ms" integer,
	"tempo" real,
	"musical_key" text,
	"peaks" "bytea",
	CONSTRAINT "archive_entries_file_id_position_pk" PRIMARY KEY("file_id","position")
);
--> statement-breakpoint
CREATE TABLE "archives" (
	"file_id" uuid PRIMARY KEY NOT NULL,
	"entries" integer NOT NULL,
	"sounds" integer NOT NULL,
	"programs" integer NOT NULL,
	"nested" integer NOT NULL,
	"unpacked_bytes" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "kit_versions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"item_id" uuid NOT NULL,
	"item_kind" text NOT NULL,
	"number" integer NOT NULL,
	"file_id" uuid NOT NULL,
	"notes" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sharing_purchases" (
	"item_id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"price" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sharing_purchases_item_id_profile_id_pk" PRIMARY KEY("item_id","profile_id")
);
--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "rights_wording" text;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "rights_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "drumkits" ADD COLUMN "archive_file_id" uuid;--> statement-breakpoint
ALTER TABLE "drumkits" ADD COLUMN "archive_version" integer;--> statement-breakpoint
ALTER TABLE "drumkits" ADD COLUMN "price" integer;--> statement-breakpoint
ALTER TABLE "editing_packs" ADD COLUMN "archive_file_id" uuid;--> statement-breakpoint
ALTER TABLE "editing_packs" ADD COLUMN "archive_version" integer;--> statement-breakpoint
ALTER TABLE "editing_packs" ADD COLUMN "price" integer;--> statement-breakpoint
CREATE INDEX "archive_entries_waiting_idx" ON "archive_entries" USING btree ("file_id","position") WHERE analysis = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "kit_versions_item_key" ON "kit_versions" USING btree ("item_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "kit_versions_file_key" ON "kit_versions" USING btree ("file_id");--> statement-breakpoint
CREATE INDEX "sharing_purchases_profile_idx" ON "sharing_purchases" USING btree ("profile_id","created_at");