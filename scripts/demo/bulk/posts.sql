-- $1 the time of the newest, $2 and $3 the first and the last number, $4 replies of each, $5 milliseconds between two,
-- $6 the renderer, then the texts by column.
WITH members AS MATERIALIZED (SELECT array_agg(id ORDER BY id) AS ids FROM profiles WHERE username LIKE 'bulk\_%'),
pool AS MATERIALIZED (
  SELECT *, count(*) OVER () AS size
  FROM unnest($7::text[], $8::text[], $9::text[], $10::text[], $11::text[], $12::text[], $13::text[]) WITH ORDINALITY
    AS p (title, body, html, preview, summary, folded_title, folded_body, place))
INSERT INTO forum_posts (id, title, content, html, preview, summary, renderer, fingerprint, author_id, state, submit_id, created_at, reply_count, last_reply_at, category_name)
SELECT pg_temp.bulk_id('post', at, i::text), p.title || ' · ' || i, p.title || ' · ' || i || E'\n\n' || p.body, p.html, p.preview, p.summary, $6::int,
  encode(sha256(convert_to(p.folded_title || ' · ' || i || ' ' || p.folded_body, 'UTF8')), 'hex'),
  (SELECT ids[1 + pg_temp.bulk_chance(i || 'author') % array_length(ids, 1)] FROM members),
  'published', pg_temp.bulk_id('post-submit', at, i::text), at, $4::int,
  CASE WHEN $4::int > 0 THEN at + $4::int * $4::int * floor($5::float8 / 30) * interval '1 millisecond' END,
  CASE i % 4 WHEN 0 THEN 'music' WHEN 1 THEN 'marketplace' END
FROM generate_series($2::int, $3::int) AS i
CROSS JOIN LATERAL (SELECT $1::timestamptz - i * $5::float8 * interval '1 millisecond' AS at) t
JOIN pool p ON p.place = 1 + i % p.size
