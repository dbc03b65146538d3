CREATE TABLE "listening_party_playback" (
	"item_id" uuid NOT NULL,
	"after_ms" integer NOT NULL,
	"version" integer NOT NULL,
	"position_ms" integer NOT NULL,
	"is_playing" boolean NOT NULL,
	CONSTRAINT "listening_party_playback_item_id_version_pk" PRIMARY KEY("item_id","version")
);
