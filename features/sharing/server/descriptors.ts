import type { ErrorCode } from '#platform/contract/errors.ts';
import {
  type SharingField,
  type SharingKind,
  type SharingPath,
  sharingTypes,
} from '#content/core/contract/shared-kinds.ts';
import type { RewardKind } from '#people/ledger/server/rules.ts';

/** Values of a thing that only some types have a column for. */
export type OwnValue =
  | 'artist'
  | 'url'
  | 'type'
  | 'uploadId'
  | 'trackId'
  | 'previewUrl'
  | 'licence'
  | 'licenceText'
  | 'rightsWording'
  | 'rightsAt'
  | 'archiveFileId'
  | 'archiveVersion'
  | 'price'
  | 'releaseAt'
  | 'isScheduled'
  | 'isUnreleased'
  | 'entryCount';

/** What of a type its server's side knows beside the contract's `sharingTypes`. */
interface OwnDescriptor {
  readonly table: string;
  /** Columns of its own, by what stands in them. */
  readonly columns: Readonly<Partial<Record<OwnValue, string>>>;
  /** Refusal of a form that lacks its title, or its address where one is needed. */
  readonly incomplete: ErrorCode;
  readonly needsAddress: boolean;
  readonly reward?: RewardKind;
  /** Tables of later features whose rows hang on a thing, by the column with its id: they are deleted with it. */
  readonly parts?: Readonly<Record<string, string>>;
}

/** Columns of what may have an archive. */
const archiveColumns = { archiveFileId: 'archive_file_id', archiveVersion: 'archive_version', price: 'price' } as const;

const own: Readonly<Record<SharingKind, OwnDescriptor>> = {
  song: {
    table: 'songs',
    columns: { artist: 'artist', url: 'url', type: 'platform', uploadId: 'upload_id', trackId: 'track_id' },
    incomplete: 'song_incomplete',
    needsAddress: true,
    reward: 'song',
  },
  drumkit: {
    table: 'drumkits',
    columns: {
      url: 'download_url',
      previewUrl: 'preview_url',
      licence: 'licence',
      licenceText: 'licence_text',
      ...archiveColumns,
    },
    incomplete: 'required_fields',
    needsAddress: true,
  },
  editing_pack: {
    table: 'editing_packs',
    columns: {
      url: 'download_url',
      type: 'pack_type',
      previewUrl: 'preview_url',
      licence: 'licence',
      licenceText: 'licence_text',
      ...archiveColumns,
    },
    incomplete: 'required_fields',
    needsAddress: true,
  },
  leak: {
    table: 'leaks',
    columns: { url: 'content_url', type: 'leak_type', rightsWording: 'rights_wording', rightsAt: 'rights_at' },
    incomplete: 'required_fields',
    needsAddress: true,
  },
  self_promotion_post: {
    table: 'self_promotion_posts',
    columns: { url: 'link_url', type: 'post_type' },
    incomplete: 'required_fields',
    needsAddress: false,
  },
  set: {
    table: 'sets',
    columns: {
      type: 'set_type',
      previewUrl: 'preview_url',
      releaseAt: 'release_at',
      isScheduled: 'is_scheduled',
      isUnreleased: 'is_unreleased',
      entryCount: 'entry_count',
    },
    incomplete: 'required_fields',
    needsAddress: false,
    parts: { set_entries: 'set_id' },
  },
};

/** One type of what members share. */
export interface Descriptor extends OwnDescriptor {
  readonly kind: SharingKind;
  readonly path: SharingPath;
  readonly topic: (typeof sharingTypes)[SharingKind]['topic'];
  readonly noun: string;
  readonly nouns: string;
  readonly fields: readonly SharingField[];
  readonly hasDownloads: boolean;
  readonly isApproved: boolean;
  readonly hasArchives: boolean;
  readonly sound: (typeof sharingTypes)[SharingKind]['sound'];
}

/** Every type. A further one is one entry here and one in `sharingTypes`. */
export const descriptors: readonly Descriptor[] = (Object.keys(own) as SharingKind[]).map((kind) => ({
  ...sharingTypes[kind],
  ...own[kind],
  kind,
  hasArchives: (sharingTypes[kind].fields as readonly SharingField[]).includes('archive'),
}));
