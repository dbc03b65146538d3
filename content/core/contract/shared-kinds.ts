/** Where a song is heard; `site` is a track of this site. */
export const platforms = [
  { key: 'soundcloud', label: 'SoundCloud' },
  { key: 'spotify', label: 'Spotify' },
  { key: 'youtube', label: 'YouTube' },
  { key: 'bandcamp', label: 'Bandcamp' },
  { key: 'site', label: 'This site' },
] as const;

export type Platform = (typeof platforms)[number]['key'];

/** Parts of a form that not every type has. */
export type SharingField =
  | 'artist'
  /** A track of this site in the place of an address. */
  | 'track'
  /** Chosen among the type's options; a song's is found from its address. */
  | 'type'
  | 'preview'
  /** A picture alone, in the place of a preview. */
  | 'cover'
  /** Its author may keep it back. */
  | 'visibility'
  | 'licence'
  | 'rights'
  /** A ZIP on this site, in the place of an address or beside it; what it costs. */
  | 'archive';

/** Drawings of the site: a waveform, the pads of a drum machine, clips on a timeline, a level meter, a list of tracks. */
export type Motif = 'wave' | 'pads' | 'clips' | 'meter' | 'stack';

/** One type of what members share, as its endpoints and pages know it. */
interface SharingType {
  /** Its list: below `/api/v1`, and the page's address. Each thing's address is below it. */
  readonly path: `/${string}`;
  /** Its realtime topics: of the list, and the beginning of that of one thing. */
  readonly topic: string;
  readonly noun: string;
  readonly nouns: string;
  /** What its list is filtered by; null for nothing. The first is the form's default. */
  readonly types: readonly { readonly key: string; readonly label: string }[] | null;
  readonly fields: readonly SharingField[];
  readonly hasDownloads: boolean;
  /** Staff approve it before others see it. */
  readonly isApproved: boolean;
  /**
   * Where what sounds of it here comes from: the track that it is, a preview or an archive, the entries in it, or nowhere.
   * The cover comes along, where it has no picture of its own.
   */
  readonly sound: 'track' | 'archive' | 'entries' | 'none';
  /** What is drawn in the place of a cover. */
  readonly motif: Motif;
  /** Failure toast of its create call (part 2 §8). */
  readonly createFailure: string;
}

/** Every type of what members share. The compiler asks for the rest of a new one. */
export const sharingTypes = {
  song: {
    path: '/songs',
    topic: 'song',
    noun: 'song',
    nouns: 'songs',
    types: platforms,
    fields: ['artist', 'track'],
    hasDownloads: false,
    isApproved: false,
    sound: 'track',
    motif: 'wave',
    createFailure: 'Failed to upload song',
  },
  drumkit: {
    path: '/drumkits',
    topic: 'drumkit',
    noun: 'drumkit',
    nouns: 'drumkits',
    types: null,
    fields: ['preview', 'licence', 'archive'],
    hasDownloads: true,
    isApproved: false,
    sound: 'archive',
    motif: 'pads',
    createFailure: 'Failed to submit drumkit',
  },
  editing_pack: {
    path: '/editing-packs',
    topic: 'editing-pack',
    noun: 'editing pack',
    nouns: 'editing packs',
    types: [
      { key: 'general', label: 'General' },
      { key: 'presets', label: 'Presets' },
      { key: 'transitions', label: 'Transitions' },
      { key: 'overlays', label: 'Overlays' },
      { key: 'effects', label: 'Effects' },
      { key: 'templates', label: 'Templates' },
    ],
    fields: ['type', 'preview', 'licence', 'archive'],
    hasDownloads: true,
    isApproved: false,
    sound: 'archive',
    motif: 'clips',
    createFailure: 'Failed to submit editing pack',
  },
  leak: {
    path: '/leaks',
    topic: 'leak',
    noun: 'leak',
    nouns: 'leaks',
    types: [
      { key: 'music', label: 'Music' },
      { key: 'packs', label: 'Packs' },
      { key: 'presets', label: 'Presets' },
      { key: 'samples', label: 'Samples' },
      { key: 'other', label: 'Other' },
    ],
    fields: ['type', 'rights'],
    hasDownloads: true,
    isApproved: false,
    sound: 'none',
    motif: 'wave',
    createFailure: 'Failed to submit leak',
  },
  self_promotion_post: {
    path: '/self-promotion',
    topic: 'self-promotion',
    noun: 'post',
    nouns: 'self-promotion posts',
    types: [
      { key: 'general', label: 'General' },
      { key: 'music', label: 'Music' },
      { key: 'art', label: 'Art' },
      { key: 'project', label: 'Project' },
    ],
    fields: ['type'],
    hasDownloads: false,
    isApproved: true,
    sound: 'none',
    motif: 'meter',
    createFailure: 'Failed to create post',
  },
  set: {
    path: '/sets',
    topic: 'set',
    noun: 'set',
    nouns: 'sets',
    types: [
      { key: 'set', label: 'Set' },
      { key: 'album', label: 'Album' },
    ],
    fields: ['type', 'cover', 'visibility'],
    hasDownloads: false,
    isApproved: false,
    sound: 'entries',
    motif: 'stack',
    createFailure: 'Failed to create the set',
  },
} as const satisfies Record<string, SharingType>;

export type SharingKind = keyof typeof sharingTypes;
/** `/songs`, `/drumkits`, … */
export type SharingPath = (typeof sharingTypes)[SharingKind]['path'];

export const sharingKinds = Object.keys(sharingTypes) as SharingKind[];
/** A thing of a type has replies of this kind: `song_reply`. */
export const replyKindOf = <K extends SharingKind>(kind: K): `${K}_reply` => `${kind}_reply`;
export const sharingReplyKinds = sharingKinds.map(replyKindOf);
export type SharingReplyKind = (typeof sharingReplyKinds)[number];
