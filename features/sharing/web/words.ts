import type { SharingKind } from '#content/core/contract/shared-kinds.ts';

/** Words of a type's pages and form, beside those of `sharingTypes`. */
export interface SharingWords {
  readonly title: string;
  readonly lead: string;
  /** The button that opens the form; the form's title and its button too, where they have no words of their own. */
  readonly create: string;
  readonly formTitle?: string;
  readonly submit?: string;
  readonly created: { readonly title: string; readonly description: string };
  readonly empty: { readonly title: string; readonly text: string };
  /** The field of the address; null for what has none. */
  readonly address: { readonly label: string; readonly hint: string; readonly isOptional: boolean } | null;
  /** On the button that leads there. */
  readonly open: string;
}

const isInList = 'It is in the list now.';
const wholeAddress = 'Such as example.org/files';

/** The words of every type. */
export const sharingWords: Readonly<Record<SharingKind, SharingWords>> = {
  song: {
    title: 'Songs',
    lead: 'Songs of members, wherever they are released.',
    create: 'Upload Song',
    created: { title: 'Song uploaded', description: isInList },
    empty: { title: 'No songs yet', text: 'Be the first to share a song.' },
    address: {
      label: 'URL',
      hint: 'At SoundCloud, Spotify, YouTube or Bandcamp, or of a track on this site',
      isOptional: false,
    },
    open: 'Listen',
  },
  drumkit: {
    title: 'Drumkits',
    lead: 'Drums and one-shots that members have made.',
    create: 'Submit Drumkit',
    created: { title: 'Drumkit submitted', description: isInList },
    empty: { title: 'No drumkits yet', text: 'Be the first to share a drumkit.' },
    address: { label: 'Download URL', hint: wholeAddress, isOptional: false },
    open: 'Download',
  },
  editing_pack: {
    title: 'Editing Packs',
    lead: 'Presets, transitions and overlays for video creators.',
    create: 'Submit Editing Pack',
    created: { title: 'Editing pack submitted', description: isInList },
    empty: { title: 'No editing packs yet', text: 'Be the first to share an editing pack.' },
    address: { label: 'Download URL', hint: wholeAddress, isOptional: false },
    open: 'Download',
  },
  leak: {
    title: 'Leaks',
    lead: 'Unreleased work, shared by those who made it.',
    create: 'Submit Leak',
    created: { title: 'Leak submitted', description: isInList },
    empty: { title: 'No leaks yet', text: 'Be the first to share unreleased work of yours.' },
    address: { label: 'Content URL', hint: wholeAddress, isOptional: false },
    open: 'Open',
  },
  self_promotion_post: {
    title: 'Self Promotion',
    lead: 'What members want you to see, hear and join.',
    create: 'Create Post',
    formTitle: 'Create Self-Promotion Post',
    submit: 'Submit for Approval',
    created: { title: 'Post created!', description: 'Your post is pending approval.' },
    empty: { title: 'No posts yet', text: 'Be the first to share your work!' },
    address: { label: 'Link', hint: wholeAddress, isOptional: true },
    open: 'Open link',
  },
  set: {
    title: 'Sets',
    lead: 'Playlists and albums that members have put together.',
    create: 'New set',
    submit: 'Create',
    created: { title: 'Set created', description: 'Add tracks from their menus.' },
    empty: { title: 'No sets yet', text: 'Put tracks in an order of your own.' },
    address: null,
    open: 'Open',
  },
};
