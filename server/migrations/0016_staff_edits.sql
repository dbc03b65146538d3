ALTER TABLE "announcements" ADD COLUMN "edited_by" uuid;--> statement-breakpoint
ALTER TABLE "upload_comments" ADD COLUMN "edited_by" uuid;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "edited_by" uuid;--> statement-breakpoint
ALTER TABLE "forum_posts" ADD COLUMN "edited_by" uuid;--> statement-breakpoint
ALTER TABLE "post_replies" ADD COLUMN "edited_by" uuid;--> statement-breakpoint
ALTER TABLE "holds" ADD COLUMN "editor_id" uuid;--> statement-breakpoint
-- What staff edited last before this column was there, from the history.
UPDATE "forum_posts" t SET "edited_by" = v."editor_id" FROM "content_versions" v WHERE v."content_id" = t."id" AND v."version" = t."version" AND v."editor_id" <> t."author_id";--> statement-breakpoint
UPDATE "post_replies" t SET "edited_by" = v."editor_id" FROM "content_versions" v WHERE v."content_id" = t."id" AND v."version" = t."version" AND v."editor_id" <> t."author_id";--> statement-breakpoint
UPDATE "uploads" t SET "edited_by" = v."editor_id" FROM "content_versions" v WHERE v."content_id" = t."id" AND v."version" = t."version" AND v."editor_id" <> t."author_id";--> statement-breakpoint
UPDATE "upload_comments" t SET "edited_by" = v."editor_id" FROM "content_versions" v WHERE v."content_id" = t."id" AND v."version" = t."version" AND v."editor_id" <> t."author_id";
