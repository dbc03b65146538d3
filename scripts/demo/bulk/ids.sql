-- A key of version 7 made of a timestamp and a number (`kind` separates tables); `newId` makes them at random.
CREATE FUNCTION pg_temp.bulk_id(kind text, at timestamptz, number text) RETURNS uuid LANGUAGE sql STABLE AS $$
  SELECT (lpad(to_hex((extract(epoch FROM at) * 1000)::bigint), 12, '0') || '7' || substr(md5(kind || number), 1, 3)
    || '8' || substr(md5(kind || number), 4, 15))::uuid
$$;
-- A number that looks like chance, from 0 on.
CREATE FUNCTION pg_temp.bulk_chance(text) RETURNS int LANGUAGE sql IMMUTABLE AS $$
  SELECT (hashtextextended($1, 0) & 1048575)::int
$$
