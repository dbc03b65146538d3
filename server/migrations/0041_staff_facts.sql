CREATE TABLE "site_logos" (
	"sha256" text PRIMARY KEY NOT NULL,
	"png" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "storage_days" (
	"day" date PRIMARY KEY NOT NULL,
	"database_bytes" bigint NOT NULL,
	"originals" jsonb NOT NULL,
	"derived" jsonb NOT NULL,
	"reclaimable" jsonb NOT NULL,
	"measured_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "storage_members" (
	"profile_id" uuid PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL,
	"files" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_days" (
	"day" date PRIMARY KEY NOT NULL,
	"delivered" integer DEFAULT 0 NOT NULL,
	"stored" integer DEFAULT 0 NOT NULL,
	"failed_tries" integer DEFAULT 0 NOT NULL,
	"delivered_at" timestamp with time zone,
	"failed_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "announcements" ADD COLUMN "publish_at" timestamp with time zone;