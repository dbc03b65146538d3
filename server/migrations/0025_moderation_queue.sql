-- Reports and holds become rows of one queue.
CREATE TABLE "queue_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"item_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"actor_id" uuid,
	"reasons" text[] DEFAULT '{}'::text[] NOT NULL,
	"note" text DEFAULT '' NOT NULL,
	"source" text,
	"decision" text,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "queue_items" (
	"id" uuid PRIMARY KEY NOT NULL,
	"content_kind" text NOT NULL,
	"content_id" uuid NOT NULL,
	"author_id" uuid,
	"state" text DEFAULT 'open' NOT NULL,
	"priority" smallint NOT NULL,
	"report_count" integer DEFAULT 0 NOT NULL,
	"report_reasons" text[] DEFAULT '{}'::text[] NOT NULL,
	"hold_reasons" text[],
	"editor_id" uuid,
	"needs_approval" boolean DEFAULT false NOT NULL,
	"decision" text,
	"decided_by" uuid,
	"decided_at" timestamp with time zone,
	"decision_reason" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "queue_entries" ADD CONSTRAINT "queue_entries_item_id_queue_items_id_fk" FOREIGN KEY ("item_id") REFERENCES "public"."queue_items"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "queue_entries_item_idx" ON "queue_entries" USING btree ("item_id","created_at","id") WHERE kind <> 'report';--> statement-breakpoint
CREATE INDEX "queue_entries_item_reports_idx" ON "queue_entries" USING btree ("item_id","created_at","id") WHERE kind = 'report';--> statement-breakpoint
CREATE UNIQUE INDEX "queue_entries_reporter_key" ON "queue_entries" USING btree ("item_id","actor_id") WHERE kind = 'report';--> statement-breakpoint
CREATE INDEX "queue_entries_reporter_idx" ON "queue_entries" USING btree ("actor_id","created_at") WHERE kind = 'report';--> statement-breakpoint
CREATE UNIQUE INDEX "queue_items_open_key" ON "queue_items" USING btree ("content_id","content_kind") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "queue_items_content_idx" ON "queue_items" USING btree ("content_id","created_at","id");--> statement-breakpoint
CREATE INDEX "queue_items_open_idx" ON "queue_items" USING btree ("priority","created_at","id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "queue_items_open_kind_idx" ON "queue_items" USING btree ("content_kind","priority","created_at","id") WHERE state = 'open';--> statement-breakpoint
CREATE INDEX "queue_items_reported_idx" ON "queue_items" USING btree ("priority","created_at","id") WHERE state = 'open' AND report_count > 0;--> statement-breakpoint
CREATE INDEX "queue_items_held_idx" ON "queue_items" USING btree ("priority","created_at","id") WHERE state = 'open' AND hold_reasons IS NOT NULL;--> statement-breakpoint
CREATE INDEX "queue_items_approval_idx" ON "queue_items" USING btree ("priority","created_at","id") WHERE state = 'open' AND needs_approval;--> statement-breakpoint
CREATE INDEX "queue_items_decided_idx" ON "queue_items" USING btree ("decided_at","id") WHERE state = 'decided';--> statement-breakpoint
CREATE INDEX "queue_items_decided_kind_idx" ON "queue_items" USING btree ("content_kind","decided_at","id") WHERE state = 'decided';--> statement-breakpoint
CREATE INDEX "queue_items_author_idx" ON "queue_items" USING btree ("author_id","created_at","id");--> statement-breakpoint
-- An open item for each subject with open reports or an open hold.
INSERT INTO "queue_items" ("id", "content_kind", "content_id", "author_id", "state", "priority", "report_count", "report_reasons", "hold_reasons", "editor_id", "created_at")
WITH "causes" AS (
  SELECT "content_kind", "content_id", "id", "created_at", NULL::text AS "reason" FROM "holds" WHERE "state" = 'open'
  UNION ALL
  SELECT "content_kind", "content_id", "id", "created_at", "reason" FROM "reports" WHERE "state" = 'open'
), "subjects" AS (
  SELECT "content_kind", "content_id", (array_agg("id" ORDER BY "created_at", "id"))[1] AS "id", min("created_at") AS "created_at", count("reason")::int AS "reports",
    coalesce(array_agg(DISTINCT "reason") FILTER (WHERE "reason" IS NOT NULL), '{}'::text[]) AS "reasons",
    min(CASE WHEN "reason" IN ('private_information', 'abuse') THEN 1 WHEN "reason" IN ('adult', 'copyright') THEN 2 WHEN "reason" IS NOT NULL THEN 3 ELSE 4 END)::smallint AS "priority"
  FROM "causes" GROUP BY "content_kind", "content_id"
)
SELECT s."id", s."content_kind", s."content_id", h."author_id", 'open', s."priority", s."reports", s."reasons", h."reasons", h."editor_id", s."created_at"
FROM "subjects" s
LEFT JOIN (SELECT DISTINCT ON ("content_kind", "content_id") * FROM "holds" WHERE "state" = 'open' ORDER BY "content_kind", "content_id", "created_at", "id") h
  ON h."content_kind" = s."content_kind" AND h."content_id" = s."content_id";--> statement-breakpoint
-- A decided item for each hold, and one for all decided reports of a subject, with the last decision; staff's reasons are in the audit log.
INSERT INTO "queue_items" ("id", "content_kind", "content_id", "author_id", "state", "priority", "hold_reasons", "editor_id", "decision", "decided_by", "decided_at", "decision_reason", "created_at")
SELECT "id", "content_kind", "content_id", "author_id", 'decided', 4, "reasons", "editor_id",
  CASE WHEN "state" = 'rejected' THEN 'remove' WHEN "decided_by" IS NULL AND "decision_reason" = 'no longer in question' THEN 'obsolete' ELSE 'approve' END,
  "decided_by", coalesce("decided_at", "created_at"), CASE WHEN "state" = 'rejected' THEN coalesce("decision_reason", '') ELSE '' END, "created_at"
FROM "holds" WHERE "state" <> 'open';--> statement-breakpoint
INSERT INTO "queue_items" ("id", "content_kind", "content_id", "state", "priority", "report_count", "report_reasons", "decision", "decided_by", "decided_at", "decision_reason", "created_at")
WITH "decided" AS (
  SELECT r.*, coalesce((
    SELECT a."reason" FROM "audit_log" a WHERE a."target_id" = r."content_id"::text AND a."action" = 'report.' || r."decision" AND a."details"->>'reportId' = r."id"::text LIMIT 1), '') AS "said"
  FROM "reports" r WHERE r."state" = 'resolved'
)
SELECT (array_agg("id" ORDER BY "created_at", "id"))[1], "content_kind", "content_id", 'decided',
  min(CASE WHEN "reason" IN ('private_information', 'abuse') THEN 1 WHEN "reason" IN ('adult', 'copyright') THEN 2 ELSE 3 END), count(*)::int, array_agg(DISTINCT "reason"),
  (array_agg(coalesce("decision", 'keep') ORDER BY "decided_at" DESC, "id" DESC))[1], (array_agg("decided_by" ORDER BY "decided_at" DESC, "id" DESC))[1],
  coalesce(max("decided_at"), max("created_at")), (array_agg("said" ORDER BY "decided_at" DESC, "id" DESC))[1], min("created_at")
FROM "decided" GROUP BY "content_kind", "content_id";--> statement-breakpoint
UPDATE "queue_items" q SET "author_id" = CASE q."content_kind"
  WHEN 'forum_post' THEN (SELECT t."author_id" FROM "forum_posts" t WHERE t."id" = q."content_id")
  WHEN 'post_reply' THEN (SELECT t."author_id" FROM "post_replies" t WHERE t."id" = q."content_id")
  WHEN 'upload' THEN (SELECT t."author_id" FROM "uploads" t WHERE t."id" = q."content_id")
  WHEN 'upload_comment' THEN (SELECT t."author_id" FROM "upload_comments" t WHERE t."id" = q."content_id")
  WHEN 'gallery_image' THEN (SELECT t."uploader_id" FROM "gallery_images" t WHERE t."id" = q."content_id")
  WHEN 'profile' THEN q."content_id" END
WHERE q."author_id" IS NULL;--> statement-breakpoint
INSERT INTO "queue_entries" ("id", "item_id", "kind", "actor_id", "reasons", "note", "created_at")
SELECT r."id", q."id", 'report', r."reporter_id", ARRAY[r."reason"], r."note", r."created_at"
FROM "reports" r JOIN "queue_items" q ON q."content_id" = r."content_id" AND q."content_kind" = r."content_kind"
  AND q."state" = CASE r."state" WHEN 'open' THEN 'open' ELSE 'decided' END AND q."report_count" > 0;--> statement-breakpoint
INSERT INTO "queue_entries" ("id", "item_id", "kind", "actor_id", "reasons", "source", "created_at")
SELECT h."id", q."id", 'hold', h."editor_id", h."reasons", h."source", h."created_at"
FROM "holds" h JOIN "queue_items" q ON q."content_id" = h."content_id" AND q."content_kind" = h."content_kind"
  AND CASE h."state" WHEN 'open' THEN q."state" = 'open' ELSE q."id" = h."id" END;--> statement-breakpoint
-- Ids of version 7, of the time of each decision.
INSERT INTO "queue_entries" ("id", "item_id", "kind", "actor_id", "note", "decision", "created_at")
WITH "made" AS (
  SELECT "id" AS "item", "decided_by" AS "by", "decided_at" AS "at", "decision", "decision_reason" AS "said" FROM "queue_items" WHERE "state" = 'decided'
  UNION
  SELECT q."id", r."decided_by", r."decided_at", r."decision", coalesce((
    SELECT a."reason" FROM "audit_log" a WHERE a."target_id" = r."content_id"::text AND a."action" = 'report.' || r."decision" AND a."details"->>'reportId' = r."id"::text LIMIT 1), '')
  FROM "reports" r JOIN "queue_items" q ON q."content_id" = r."content_id" AND q."content_kind" = r."content_kind" AND q."state" = 'decided' AND q."report_count" > 0
  WHERE r."state" = 'resolved' AND r."decided_at" IS NOT NULL AND r."decision" IS NOT NULL
), "named" AS (
  SELECT *, md5("item"::text || coalesce("by"::text, '') || "at"::text || "decision" || "said") AS "hash" FROM "made"
)
SELECT (lpad(to_hex((extract(epoch FROM n."at") * 1000)::bigint), 12, '0') || '7' || substr(n."hash", 1, 3) || '8' || substr(n."hash", 4, 15))::uuid,
  n."item", 'decision', n."by", n."said", n."decision", n."at"
FROM "named" n;--> statement-breakpoint
DROP TABLE "holds";--> statement-breakpoint
DROP TABLE "reports";
