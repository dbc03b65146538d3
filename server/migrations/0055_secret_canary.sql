CREATE TABLE "secret_canaries" (
	"name" text PRIMARY KEY NOT NULL,
	"signature" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
