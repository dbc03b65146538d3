CREATE TABLE "category_follows" (
	"profile_id" uuid NOT NULL,
	"category" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "category_follows_profile_id_category_pk" PRIMARY KEY("profile_id","category")
);
--> statement-breakpoint
CREATE TABLE "welcomes" (
	"profile_id" uuid PRIMARY KEY NOT NULL,
	"steps" text[] DEFAULT '{}'::text[] NOT NULL,
	"finished_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "makes" text[] DEFAULT '{}'::text[] NOT NULL;--> statement-breakpoint
CREATE INDEX "category_follows_category_idx" ON "category_follows" USING btree ("category","profile_id");