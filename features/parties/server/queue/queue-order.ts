import { sql } from '#platform/server/db/database.ts';

/**
 * SQL of tracks `q` that everybody in the room `o` may hear: published, processed, and 18+ only in an 18+ room.
 * Tracks that no longer match are not in the queue any more.
 */
export const playable = sql.raw(`
  FROM listening_party_queue q JOIN listening_parties o ON o.id = q.party_id
  JOIN uploads u ON u.id = q.upload_id AND u.state = 'published' AND (o.is_adult OR NOT u.is_adult)
  JOIN upload_files t ON t.id = q.track_id AND t.upload_id = u.id AND t.kind = 'audio'
  JOIN files f ON f.id = t.file_id AND f.state = 'claimed' AND f.processing = 'done' AND f.duration_ms IS NOT NULL`);

/** The queue's order: tracks placed by hand, then by votes, then by time. */
export const queueOrder = sql.raw('q.place NULLS LAST, q.votes DESC, q.added_at, q.id');
