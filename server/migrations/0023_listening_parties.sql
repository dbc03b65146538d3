CREATE TABLE "chat_messages" (
	"id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"state_before" text,
	"removed_by" uuid,
	"removed_at" timestamp with time zone,
	"removed_reason" text,
	"version" integer DEFAULT 1 NOT NULL,
	"submit_id" uuid NOT NULL,
	"edited_at" timestamp with time zone,
	"edited_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"content" text NOT NULL,
	"html" text NOT NULL,
	"renderer" smallint NOT NULL,
	"excerpt" text NOT NULL,
	"party_id" uuid NOT NULL,
	"author_id" uuid NOT NULL,
	"message_type" text NOT NULL,
	"file_id" uuid
);
--> statement-breakpoint
CREATE TABLE "listening_parties" (
	"id" uuid PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"state_before" text,
	"removed_by" uuid,
	"removed_at" timestamp with time zone,
	"removed_reason" text,
	"version" integer DEFAULT 1 NOT NULL,
	"submit_id" uuid NOT NULL,
	"edited_at" timestamp with time zone,
	"edited_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"name" text NOT NULL,
	"description" text NOT NULL,
	"spotify_playlist_id" text,
	"host_id" uuid NOT NULL,
	"is_adult" boolean NOT NULL,
	"starts_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"is_active" boolean GENERATED ALWAYS AS (state = 'published' AND ended_at IS NULL) STORED,
	"participant_count" integer DEFAULT 0 NOT NULL,
	"message_count" integer DEFAULT 0 NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"chat_is_off" boolean DEFAULT false NOT NULL,
	"slow_seconds" smallint DEFAULT 0 NOT NULL,
	"stage_holder_id" uuid,
	"stage_item_id" uuid,
	"stage_is_playing" boolean DEFAULT false NOT NULL,
	"stage_position_ms" integer DEFAULT 0 NOT NULL,
	"stage_at" timestamp with time zone NOT NULL,
	"stage_version" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "listening_party_participants" (
	"id" uuid PRIMARY KEY NOT NULL,
	"party_id" uuid NOT NULL,
	"participant_id" uuid NOT NULL,
	"is_moderator" boolean DEFAULT false NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	"left_at" timestamp with time zone,
	"removed_at" timestamp with time zone,
	"removed_by" uuid,
	"is_away" boolean DEFAULT false NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"round_trip_ms" integer
);
--> statement-breakpoint
CREATE TABLE "listening_party_presence" (
	"party_id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	CONSTRAINT "listening_party_presence_party_id_minute_profile_id_pk" PRIMARY KEY("party_id","minute","profile_id")
);
--> statement-breakpoint
CREATE TABLE "listening_party_queue" (
	"id" uuid PRIMARY KEY NOT NULL,
	"party_id" uuid NOT NULL,
	"upload_id" uuid NOT NULL,
	"track_id" uuid NOT NULL,
	"added_by" uuid NOT NULL,
	"added_at" timestamp with time zone NOT NULL,
	"votes" integer DEFAULT 0 NOT NULL,
	"place" integer,
	"state" text NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "listening_party_reactions" (
	"item_id" uuid NOT NULL,
	"key" text NOT NULL,
	"second" integer NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "listening_party_reactions_item_id_second_key_pk" PRIMARY KEY("item_id","second","key")
);
--> statement-breakpoint
CREATE TABLE "listening_party_reminders" (
	"party_id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	CONSTRAINT "listening_party_reminders_party_id_profile_id_pk" PRIMARY KEY("party_id","profile_id")
);
--> statement-breakpoint
CREATE TABLE "listening_party_votes" (
	"item_id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"kind" text NOT NULL,
	CONSTRAINT "listening_party_votes_item_id_kind_profile_id_pk" PRIMARY KEY("item_id","kind","profile_id")
);
--> statement-breakpoint
CREATE UNIQUE INDEX "chat_messages_submit_key" ON "chat_messages" USING btree ("author_id","submit_id");--> statement-breakpoint
CREATE INDEX "chat_messages_party_idx" ON "chat_messages" USING btree ("party_id","created_at","id");--> statement-breakpoint
CREATE INDEX "chat_messages_author_idx" ON "chat_messages" USING btree ("author_id","created_at","id");--> statement-breakpoint
CREATE INDEX "chat_messages_removed_idx" ON "chat_messages" USING btree ("removed_at") WHERE removed_at IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "listening_parties_submit_key" ON "listening_parties" USING btree ("host_id","submit_id");--> statement-breakpoint
CREATE INDEX "listening_parties_active_idx" ON "listening_parties" USING btree ("created_at","id") WHERE state = 'published' AND ended_at IS NULL;--> statement-breakpoint
CREATE INDEX "listening_parties_starts_idx" ON "listening_parties" USING btree ("starts_at","id") WHERE state = 'published' AND ended_at IS NULL AND starts_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "listening_parties_ended_idx" ON "listening_parties" USING btree ("ended_at","id") WHERE state = 'published' AND ended_at IS NOT NULL;--> statement-breakpoint
CREATE INDEX "listening_parties_removed_idx" ON "listening_parties" USING btree ("removed_at") WHERE removed_at IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "listening_party_participants_key" ON "listening_party_participants" USING btree ("party_id","participant_id");--> statement-breakpoint
CREATE INDEX "listening_party_participants_room_idx" ON "listening_party_participants" USING btree ("party_id","joined_at","id") WHERE left_at IS NULL AND removed_at IS NULL;--> statement-breakpoint
CREATE INDEX "listening_party_participants_member_idx" ON "listening_party_participants" USING btree ("participant_id");--> statement-breakpoint
CREATE INDEX "listening_party_presence_minute_idx" ON "listening_party_presence" USING btree ("minute");--> statement-breakpoint
CREATE INDEX "listening_party_presence_member_idx" ON "listening_party_presence" USING btree ("profile_id");--> statement-breakpoint
CREATE UNIQUE INDEX "listening_party_queue_track_key" ON "listening_party_queue" USING btree ("party_id","track_id") WHERE state = 'queued';--> statement-breakpoint
CREATE INDEX "listening_party_queue_state_idx" ON "listening_party_queue" USING btree ("party_id","state","started_at","id");--> statement-breakpoint
CREATE INDEX "listening_party_queue_upload_idx" ON "listening_party_queue" USING btree ("upload_id");--> statement-breakpoint
CREATE INDEX "listening_party_queue_member_idx" ON "listening_party_queue" USING btree ("added_by");--> statement-breakpoint
CREATE INDEX "listening_party_reminders_member_idx" ON "listening_party_reminders" USING btree ("profile_id");--> statement-breakpoint
CREATE INDEX "listening_party_votes_member_idx" ON "listening_party_votes" USING btree ("profile_id");