CREATE TABLE "spotify_showcases" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"artist_id" text NOT NULL,
	"artist_name" text NOT NULL,
	"profile_image_url" text,
	"followers_count" integer NOT NULL,
	"monthly_listeners" integer NOT NULL,
	"top_track_name" text,
	"typed_followers" integer NOT NULL,
	"typed_top_track" text,
	"is_verified" boolean DEFAULT false NOT NULL,
	"has_verified_track" boolean DEFAULT false NOT NULL,
	"is_unknown" boolean DEFAULT false NOT NULL,
	"refreshed_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "spotify_showcases_user_id_unique" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE INDEX "spotify_showcases_list_idx" ON "spotify_showcases" USING btree ("is_verified","followers_count","id") WHERE NOT is_unknown;