ALTER TABLE "files" ADD COLUMN "wave" text;--> statement-breakpoint
-- The heights of the bars, as `waveOf` makes them: first all minima, then all maxima, then all root mean squares, signed bytes.
UPDATE files SET wave = drawn.wave FROM (
  SELECT id, string_agg(substr('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz',
    1 + round(61 * height / highest)::int, 1), '' ORDER BY bar) AS wave
  FROM (
    SELECT id, bar, height, greatest(0.02, max(height) OVER (PARTITION BY id)) AS highest FROM (
      SELECT id, bar, (max(peak) * 0.35 + sqrt(avg(rms * rms)) * 1.1) / 127 AS height FROM (
        SELECT f.id, ((bucket + 1) * least(384, f.buckets) - 1) / f.buckets AS bar,
          greatest(abs((get_byte(overview, bucket) + 128) % 256 - 128), abs((get_byte(overview, f.buckets + bucket) + 128) % 256 - 128)) AS peak,
          greatest(0, (get_byte(overview, 2 * f.buckets + bucket) + 128) % 256 - 128) AS rms
        FROM (SELECT id, overview, length(overview) / 3 AS buckets FROM files WHERE length(overview) >= 3) f,
          generate_series(0, f.buckets - 1) AS bucket) AS values_of_buckets
      GROUP BY id, bar) AS bars) AS measured
  GROUP BY id) AS drawn
WHERE drawn.id = files.id;--> statement-breakpoint
ALTER TABLE "files" DROP COLUMN "overview";
