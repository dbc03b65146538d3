ALTER TABLE "listening_parties" ADD COLUMN "is_dj_mode" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "listening_party_participants" ADD COLUMN "dj_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "listening_party_participants" ADD COLUMN "turn_at" timestamp with time zone;