CREATE TABLE "appeals" (
	"id" uuid PRIMARY KEY NOT NULL,
	"decision_id" uuid NOT NULL,
	"profile_id" uuid NOT NULL,
	"decider_id" uuid,
	"state" text NOT NULL,
	"statement" text NOT NULL,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"answer" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "appeals_decision_id_unique" UNIQUE("decision_id")
);
--> statement-breakpoint
CREATE INDEX "appeals_profile_idx" ON "appeals" USING btree ("profile_id","created_at","id");