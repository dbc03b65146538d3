CREATE TABLE "spam_decisions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"profile_id" uuid NOT NULL,
	"state" text NOT NULL,
	"reason" text NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"restriction_id" uuid NOT NULL,
	"decided_by" uuid,
	"undone_by" uuid,
	"undone_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "spam_removals" (
	"decision_id" uuid NOT NULL,
	"content_kind" text NOT NULL,
	"content_id" uuid NOT NULL,
	"item_id" uuid,
	CONSTRAINT "spam_removals_decision_id_content_id_content_kind_pk" PRIMARY KEY("decision_id","content_id","content_kind")
);
--> statement-breakpoint
ALTER TABLE "spam_removals" ADD CONSTRAINT "spam_removals_decision_id_spam_decisions_id_fk" FOREIGN KEY ("decision_id") REFERENCES "public"."spam_decisions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "spam_decisions_profile_idx" ON "spam_decisions" USING btree ("profile_id","created_at","id");--> statement-breakpoint
CREATE INDEX "spam_decisions_created_idx" ON "spam_decisions" USING btree ("created_at");