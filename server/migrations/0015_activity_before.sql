-- What members did before their activity was written down. Rows that are there stay; the same again writes nothing.
SET LOCAL statement_timeout = '30min';--> statement-breakpoint
INSERT INTO "activity_feed" ("id", "user_id", "activity_type", "target_id", "target_type", "content", "metadata", "created_at")
WITH "did" AS (
  SELECT f."user_id" AS "user_id", 'friendship' AS "activity_type", p."id" AS "target_id", 'profile' AS "target_type",
    'is now friends with ' || p."display_name" AS "content", jsonb_build_object('friend_username', p."username") AS "metadata", f."since" AS "at"
  FROM "friends" f JOIN "profiles" p ON p."id" = f."friend_id" WHERE f."status" = 'accepted'
  UNION ALL
  SELECT f."friend_id", 'friendship', p."id", 'profile',
    'is now friends with ' || p."display_name", jsonb_build_object('friend_username', p."username"), f."since"
  FROM "friends" f JOIN "profiles" p ON p."id" = f."user_id" WHERE f."status" = 'accepted'
  UNION ALL
  -- What was removed may be restored, and is not shown until then.
  SELECT "author_id", 'post', "id", 'forum_post', 'posted in the forum', '{}'::jsonb, "created_at"
  FROM "forum_posts" WHERE "state" = 'published' OR ("state" = 'removed' AND "state_before" = 'published')
  UNION ALL
  -- An upload that is restored is written down anew.
  SELECT "author_id", 'upload', "id", 'upload', 'shared "' || "title" || '"', '{}'::jsonb, "created_at"
  FROM "uploads" WHERE "state" = 'published'
  UNION ALL
  SELECT "uploader_id", 'gallery', "id", 'gallery_image', 'added an image to the gallery', '{}'::jsonb, coalesce("decided_at", "created_at")
  FROM "gallery_images" WHERE "state" = 'approved' OR ("state" = 'removed' AND "state_before" = 'approved')
  UNION ALL
  -- The first entry of the ledger that reached a rank; its id is the hash of its name.
  SELECT "profile_id", 'rank',
    (substr("hash", 1, 12) || '8' || substr("hash", 14, 3) || '8' || substr("hash", 18, 15))::uuid, 'rank',
    'reached ' || "name", jsonb_build_object('rank', "rank"), "at"
  FROM (
    SELECT run."profile_id", step."rank", step."name", encode(sha256(convert_to('rank:' || step."rank", 'UTF8')), 'hex') AS "hash", min(run."created_at") AS "at"
    FROM (
      SELECT "profile_id", "created_at", "amount", sum("amount") OVER (PARTITION BY "profile_id" ORDER BY "created_at", "id") AS "total"
      FROM "ledger_entries" WHERE "currency" = 'xp'
    ) run
    JOIN "profiles" p ON p."id" = run."profile_id" AND coalesce(p."custom_role_source", 'xp') = 'xp'
    JOIN LATERAL (
      SELECT * FROM (VALUES ('explorer', 'VIP', 100), ('adventurer', 'Premium', 500), ('hero', 'Omega Premium', 1000), ('legend', 'Moderator', 2000),
        ('mythic', 'Admin', 5000), ('void_emperor', 'Owner', 10000)) AS ladder ("rank", "name", "xp")
      WHERE run."total" >= ladder."xp" ORDER BY ladder."xp" DESC LIMIT 1
    ) step ON run."total" - run."amount" < step."xp"
    GROUP BY run."profile_id", step."rank", step."name"
  ) reached
), "named" AS (
  SELECT *, md5("user_id"::text || "activity_type" || "target_id"::text) AS "hash" FROM "did"
)
-- Ids of version 7, of the time of each.
SELECT (lpad(to_hex((extract(epoch FROM n."at") * 1000)::bigint), 12, '0') || '7' || substr(n."hash", 1, 3) || '8' || substr(n."hash", 4, 15))::uuid,
  n."user_id", n."activity_type", n."target_id", n."target_type", n."content", n."metadata", n."at"
FROM "named" n JOIN "profiles" p ON p."id" = n."user_id" AND p."user_id" IS NOT NULL
ON CONFLICT DO NOTHING;
