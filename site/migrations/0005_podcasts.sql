CREATE TABLE "podcasts" (
	"profile_id" uuid PRIMARY KEY NOT NULL,
	"choice" text NOT NULL,
	"track_ids" uuid[] DEFAULT '{}'::uuid[] NOT NULL,
	"shows_mail" boolean NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
