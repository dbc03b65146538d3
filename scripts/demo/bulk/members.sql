-- Members without accounts' passwords: nobody signs in as them. Each has earned XP at once, some day of the last forty:
-- few have much and most have little, between 10 and some 12,000.
-- $1 now, $2 and $3 the first and the last number, $4 and $5 the ranks with the XP from which they are reached.
WITH new AS MATERIALIZED (
  SELECT i, at, pg_temp.bulk_id('user', at, i::text) AS user_id, pg_temp.bulk_id('profile', at, i::text) AS profile_id,
    (10 * (1 + floor(1200 * power(pg_temp.bulk_chance(i || 'xp') / 1048576.0, 5))))::int AS xp,
    $1::timestamptz - (i % 40) * interval '1 day' AS earned_at
  FROM generate_series($2::int, $3::int) AS i, LATERAL (SELECT $1::timestamptz - interval '800 days' + i * interval '1 minute' AS at) t),
made AS (
  INSERT INTO users (id, name, email, email_verified, created_at, updated_at)
  SELECT user_id, 'Member ' || i, 'bulk-' || i || '@example.com', true, at, at FROM new),
earned AS (
  INSERT INTO ledger_entries (id, profile_id, currency, amount, kind, cause, created_at)
  SELECT pg_temp.bulk_id('entry', earned_at, i::text), profile_id, 'xp', xp, 'correction', 'bulk', earned_at FROM new)
INSERT INTO profiles (id, user_id, username, username_key, display_name, display_name_key, xp, custom_role, custom_role_source, created_at, updated_at)
SELECT profile_id, user_id, 'bulk_' || i, {username_key}, 'Member ' || i, 'member ' || i, xp,
  (SELECT rank FROM unnest($4::text[], $5::int[]) AS ladder (rank, least) WHERE new.xp >= least ORDER BY least DESC LIMIT 1), 'xp', at, at
FROM new
