-- Reply number $4 of each post; the other parameters are those of the posts.
WITH members AS MATERIALIZED (SELECT array_agg(id ORDER BY id) AS ids FROM profiles WHERE username LIKE 'bulk\_%'),
pool AS MATERIALIZED (
  SELECT *, count(*) OVER () AS size FROM unnest($7::text[], $8::text[], $9::text[]) WITH ORDINALITY AS p (content, html, excerpt, place))
INSERT INTO post_replies (id, post_id, author_id, content, html, excerpt, renderer, state, submit_id, created_at)
SELECT pg_temp.bulk_id('reply', reply_at, name), pg_temp.bulk_id('post', at, i::text),
  (SELECT ids[1 + pg_temp.bulk_chance(name) % array_length(ids, 1)] FROM members),
  p.content, p.html, p.excerpt, $6::int, 'published', pg_temp.bulk_id('reply-submit', reply_at, name), reply_at
FROM generate_series($2::int, $3::int) AS i
CROSS JOIN LATERAL (SELECT $1::timestamptz - i * $5::float8 * interval '1 millisecond' AS at, i || '/' || $4::int AS name) t
CROSS JOIN LATERAL (SELECT at + $4::int * $4::int * floor($5::float8 / 30) * interval '1 millisecond' AS reply_at) r
JOIN pool p ON p.place = 1 + (i * 7 + $4::int * 13) % p.size
