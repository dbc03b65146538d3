export const media = {
  /** Unfinished transfers of a member. */
  transfersAtOnce: 20,
  /** Bytes of a request: what browsers send, and the most that is taken. Proxies commonly allow 100 MB. */
  chunkBytes: 8 * 1024 * 1024,
  maxChunkBytes: 64 * 1024 * 1024,
  /** Hours until an unfinished transfer is deleted, and a finished file that nothing uses. */
  transferHours: 24,
  stagedHours: 24,
  nameMax: 200,
  /** Characters of what a picture shows. */
  altTextMax: 500,
  /** Files that one content may claim. */
  perContent: 20,
} as const;

/** Digits of a waveform, from silence to its highest bar. */
export const waveDigits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** What readers may download of a sound or a video: nothing, what the player streams, or the file as it was uploaded. */
export const downloads = ['off', 'stream', 'original'] as const;

export type DownloadChoice = (typeof downloads)[number];

/** Licences that an author may give a sound or a video, and where each is explained. */
export const licences = [
  { key: 'all-rights-reserved', label: 'All rights reserved', url: null },
  { key: 'cc-by', label: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
  { key: 'cc-by-sa', label: 'CC BY-SA 4.0', url: 'https://creativecommons.org/licenses/by-sa/4.0/' },
  { key: 'cc-by-nd', label: 'CC BY-ND 4.0', url: 'https://creativecommons.org/licenses/by-nd/4.0/' },
  { key: 'cc-by-nc', label: 'CC BY-NC 4.0', url: 'https://creativecommons.org/licenses/by-nc/4.0/' },
  { key: 'cc-by-nc-sa', label: 'CC BY-NC-SA 4.0', url: 'https://creativecommons.org/licenses/by-nc-sa/4.0/' },
  { key: 'cc-by-nc-nd', label: 'CC BY-NC-ND 4.0', url: 'https://creativecommons.org/licenses/by-nc-nd/4.0/' },
  { key: 'cc0', label: 'CC0 1.0', url: 'https://creativecommons.org/publicdomain/zero/1.0/' },
] as const;

export type Licence = (typeof licences)[number]['key'];

/** What holds for a sound or a video whose author has chosen nothing. */
export const defaultTerms: { readonly download: DownloadChoice; readonly licence: Licence } = {
  download: 'stream',
  licence: 'all-rights-reserved',
};

/** What a member confirms by sharing a sound of their own. It is stored with the date, in these words. */
export const trackRightsWording =
  'By sharing this sound you confirm that it is your own work, or that you have the permission of everybody whose work is in it.';

/** What a file is, found from its content. */
export const fileKinds = ['image', 'audio', 'video', 'archive'] as const;

/** The formats of each kind that are taken, as refusals and forms name them. */
export const kindFormats = {
  image: 'JPEG, PNG, GIF, WebP, AVIF, TIFF and BMP',
  audio: 'WAV, AIFF, FLAC, MP3, M4A, AAC, Ogg, Opus, WMA and AC-3',
  video: 'MP4, MOV, WebM, MKV, AVI, WMV, MPEG, MPEG-TS and FLV',
  archive: 'ZIP',
} as const;

export type FileKind = (typeof fileKinds)[number];

/**
 * The purpose of a file: the kinds that are allowed, its own limit in bytes (null: the operator's alone), and
 * what is said of a larger one (part 1 §5, part 2 §5).
 */
export const filePurposes = {
  upload: { kinds: ['image', 'audio', 'video'], maxBytes: null, tooLarge: null },
  cover: { kinds: ['image'], maxBytes: null, tooLarge: null },
  gallery: { kinds: ['image'], maxBytes: null, tooLarge: null },
  sharing_preview: { kinds: ['image', 'audio'], maxBytes: null, tooLarge: null },
  sharing_archive: { kinds: ['archive'], maxBytes: null, tooLarge: null },
  /** Of forum posts; programs that send files know it by this name. */
  forum_image: { kinds: ['image', 'audio', 'video'], maxBytes: null, tooLarge: null },
  chat_image: { kinds: ['image'], maxBytes: null, tooLarge: null },
  forum_banner: { kinds: ['image'], maxBytes: 5 * 1024 * 1024, tooLarge: 'Banner images must be under 5MB' },
  avatar: { kinds: ['image'], maxBytes: 5 * 1024 * 1024, tooLarge: null },
  profile_banner: { kinds: ['image'], maxBytes: 5 * 1024 * 1024, tooLarge: null },
  background: {
    kinds: ['image', 'audio', 'video'],
    maxBytes: 50 * 1024 * 1024,
    tooLarge: 'Background files must be under 50MB',
  },
  site_logo: { kinds: ['image'], maxBytes: 2 * 1024 * 1024, tooLarge: 'Pictures of the site must be under 2MB' },
  cursor: { kinds: ['image'], maxBytes: 1024 * 1024, tooLarge: 'A cursor must be under 1MB' },
} as const satisfies Record<string, { kinds: readonly FileKind[]; maxBytes: number | null; tooLarge: string | null }>;

export type FilePurpose = keyof typeof filePurposes;
