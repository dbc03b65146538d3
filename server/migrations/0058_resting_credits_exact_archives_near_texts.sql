CREATE TABLE "resting_credits" (
	"id" uuid PRIMARY KEY NOT NULL,
	"profile_id" uuid NOT NULL,
	"credits" integer NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "post_unlocks" ADD COLUMN "price" integer DEFAULT 100 NOT NULL;--> statement-breakpoint
ALTER TABLE "archives" ADD COLUMN "is_exact" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "text_prints" ADD COLUMN "bands" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "text_prints" ADD COLUMN "sketch" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "profiles" ADD COLUMN "joined_in_burst" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "resting_credits_profile_idx" ON "resting_credits" USING btree ("profile_id","until");--> statement-breakpoint
CREATE INDEX "text_prints_bands_idx" ON "text_prints" USING gin ("bands") WITH (fastupdate=false);