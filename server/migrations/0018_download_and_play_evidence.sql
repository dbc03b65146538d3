CREATE TABLE "served_ranges" (
	"network" text NOT NULL,
	"key" text NOT NULL,
	"ranges" "int8multirange" NOT NULL,
	"served_at" timestamp with time zone NOT NULL,
	CONSTRAINT "served_ranges_network_key_pk" PRIMARY KEY("network","key")
);
--> statement-breakpoint
ALTER TABLE "plays" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "plays" ADD COLUMN "heard_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "plays" ADD COLUMN "mark" text;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "download" text DEFAULT 'stream' NOT NULL;--> statement-breakpoint
ALTER TABLE "files" ADD COLUMN "licence" text DEFAULT 'all-rights-reserved' NOT NULL;--> statement-breakpoint
CREATE INDEX "served_ranges_served_idx" ON "served_ranges" USING btree ("served_at");--> statement-breakpoint
CREATE INDEX "plays_network_idx" ON "plays" USING btree ("network","track_id","heard_at") WHERE network IS NOT NULL;--> statement-breakpoint
CREATE INDEX "plays_heard_idx" ON "plays" USING btree ("heard_at") WHERE network IS NOT NULL;