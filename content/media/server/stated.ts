import type { FoundMusic, StatedMusic } from '#content/media/contract/endpoints.ts';
import type { MusicKey } from '#platform/contract/music-limits.ts';
import type { MusicCandidates } from '#platform/server/archive/analyse.ts';
import { type Tx, sql } from '#platform/server/db/database.ts';

/** What an author says of a sound; what is not there is as it was found. */
export interface StatedDetails {
  readonly tempo?: number;
  readonly key?: MusicKey;
  readonly genre?: string;
  /** A year, a month or a day. */
  readonly date?: string;
  /** Without hyphens, in capitals. */
  readonly isrc?: string;
}

/** Tempo and key as they are stored: only those that are given, hundredths of a beat. */
export const statedMusicOf = ({ tempo, key }: StatedMusic): Pick<StatedDetails, 'tempo' | 'key'> => ({
  ...(tempo !== null && { tempo: Math.round(tempo * 100) / 100 }),
  ...(key !== null && { key }),
});

/** What was found of a sound, for its author to choose from. */
export function foundMusicOf(found: {
  readonly tempo: number | null;
  readonly musical_key: string | null;
  readonly candidates: MusicCandidates | null;
}): FoundMusic {
  const { tempos = [], keys = [] } = found.candidates ?? {};
  return { tempo: found.tempo, key: found.musical_key, tempos: [...tempos], keys: [...keys] };
}

/** Tempo, key and tags of a file as they are shown: its author's words before what was found. */
export function shownDetails({
  stated: { tempo, key, ...words },
  ...found
}: {
  readonly stated: StatedDetails;
  readonly tempo: number | null;
  readonly musical_key: string | null;
  readonly tags: Readonly<Record<string, string>>;
}): {
  tempo: number | null;
  key: string | null;
  tags: Record<string, string>;
} {
  return { tempo: tempo ?? found.tempo, key: key ?? found.musical_key, tags: { ...found.tags, ...words } };
}

/** SQL of tempo and key as `shownDetails` says them. @param file alias of `files` or `archive_entries` */
export const shownSounds = (file: string): string =>
  `coalesce((${file}.stated ->> 'tempo')::real, ${file}.tempo), coalesce(${file}.stated ->> 'key', ${file}.musical_key)`;

/** Stores what the author of a sound says of it. */
export async function setStated(tx: Tx, fileId: string, stated: StatedDetails): Promise<void> {
  await tx.rows(sql`UPDATE files SET stated = ${JSON.stringify(stated)}::jsonb WHERE id = ${fileId}`);
}
