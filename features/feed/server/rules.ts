import { isActiveMember } from '#content/core/server/policies.ts';
import type { ContentFacts } from '#content/core/server/type.ts';
import type { Viewer } from '#platform/server/http/viewer.ts';
import type { StagedFile } from './tracks/tracks-store.ts';
import type { Holdings } from './uploads-store.ts';

/** Whether somebody may replace sounds, hear older ones and mark comments: the author, as long as the upload exists. */
export function mayManageTracks(upload: Pick<ContentFacts, 'authorId' | 'state'>, viewer: Viewer | null): boolean {
  return isActiveMember(viewer) && upload.state !== 'removed' && viewer.profileId === upload.authorId;
}

/** What an upload with these files holds. */
export function holdingsOf(files: readonly Pick<StagedFile, 'kind' | 'key'>[]): Holdings {
  const [first] = files;
  const has = (kind: StagedFile['kind']): boolean => files.some((file) => file.kind === kind);
  return {
    fileUrl: first ? `/files/${first.key}` : null,
    fileType: first?.kind ?? null,
    hasImage: has('image'),
    hasAudio: has('audio'),
    hasVideo: has('video'),
  };
}

/** An address of a file with the token of a link, so that it is served while the link holds. */
export function linkedAddress<T extends string | null>(address: T, token: string): T {
  if (address === null) return address;
  return `${address}${address.includes('?') ? '&' : '?'}link=${token}` as T;
}
