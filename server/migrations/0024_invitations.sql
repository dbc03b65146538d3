CREATE TABLE "invitations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token_hash" text NOT NULL,
	"email" text,
	"invited_by" uuid,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"used_at" timestamp with time zone,
	"used_by" uuid,
	CONSTRAINT "invitations_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE INDEX "invitations_created_idx" ON "invitations" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "invitations_email_idx" ON "invitations" USING btree ("email");--> statement-breakpoint
CREATE INDEX "invitations_used_by_idx" ON "invitations" USING btree ("used_by");--> statement-breakpoint
-- Links of before stay good. What their ids say of time does not matter: lists go by created_at.
INSERT INTO "invitations" ("id", "token_hash", "email", "created_at", "expires_at")
SELECT gen_random_uuid(), token_hash, email, created_at, expires_at FROM "account_links" WHERE purpose = 'invitation';
--> statement-breakpoint
DELETE FROM "account_links" WHERE purpose = 'invitation';
