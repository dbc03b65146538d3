CREATE TABLE "legal_acceptances" (
	"profile_id" uuid NOT NULL,
	"key" text NOT NULL,
	"version" integer NOT NULL,
	"accepted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "legal_acceptances_profile_id_key_version_pk" PRIMARY KEY("profile_id","key","version")
);
--> statement-breakpoint
CREATE TABLE "legal_texts" (
	"key" text NOT NULL,
	"version" integer NOT NULL,
	"revision" integer NOT NULL,
	"source" text NOT NULL,
	"note" text NOT NULL,
	"needs_acceptance" boolean NOT NULL,
	"created_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "legal_texts_key_version_pk" PRIMARY KEY("key","version"),
	CONSTRAINT "legal_texts_revision_unique" UNIQUE("revision")
);
--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "legal_revision" integer DEFAULT 0 NOT NULL;