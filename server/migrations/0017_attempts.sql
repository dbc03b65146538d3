-- Unlogged: an attempt costs no write to disk. A database server that crashes begins with an empty table, and with it
-- everybody has their attempts anew.
CREATE UNLOGGED TABLE "attempts" (
	"key" text PRIMARY KEY NOT NULL,
	"full_at" timestamp with time zone NOT NULL
);
