CREATE TABLE "mail_refusals" (
	"address" text PRIMARY KEY NOT NULL,
	"answer" text NOT NULL,
	"refused_at" timestamp with time zone NOT NULL
);
