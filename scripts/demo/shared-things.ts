import type { KitLicence, SharingKind } from '#contract/limits/sharing.ts';
import type { DemoArchive } from './sound/one-shots.ts';

/** A song, kit, pack, leak or promotion post of the demo. An address is a placeholder: nobody is behind it. */
export interface DemoThing {
  readonly kind: SharingKind;
  readonly by: string;
  readonly title: string;
  readonly description: string;
  /** Of a song empty where the newest track of the member's own uploads is the song. */
  readonly url: string;
  readonly tags: string;
  readonly artist?: string;
  readonly type?: string;
  readonly licence?: KitLicence;
  readonly licenceText?: string;
  /** Number of the drawing that previews it. */
  readonly cover?: number;
  /** Its ZIP, what that costs, and a second one with what is new in it. */
  readonly archive?: DemoArchive;
  readonly price?: number;
  readonly again?: { readonly archive: DemoArchive; readonly notes: string };
  /** How much others like it, 0 to 1. */
  readonly love: number;
  /** Staff have not decided about it yet. */
  readonly waits?: true;
  readonly replies?: readonly { readonly by: string; readonly text: string }[];
}

const songs: readonly DemoThing[] = [
  {
    kind: 'song',
    by: 'kessler',
    title: 'Signal Box',
    artist: 'Kessler',
    description:
      'Six weeks on the drums alone. The clank in the second half is a real points lever, recorded with permission and two gloves.',
    url: 'https://soundcloud.com/example-artist/signal-box',
    tags: 'techno, field recording, drums',
    love: 0.9,
    replies: [
      { by: 'lowtide', text: 'The clank is the hook. I was humming it on the way home and could not place it.' },
      { by: 'tapehiss', text: 'What did you record it on? It has the mud of a phone and the top of something better.' },
      { by: 'kessler', text: 'Both, in fact. A phone on the rail and a pair of small condensers under the roof.' },
    ],
  },
  {
    kind: 'song',
    by: 'sable',
    title: 'Paper Harbour',
    artist: 'Sable & Noor',
    description: 'Our first one with words. Noor wrote them on the ferry, I took out every second line.',
    url: 'https://open.spotify.com/track/ExampleTrackNumberOne1',
    tags: 'vocal, downtempo, duet, ferry, winter',
    love: 0.7,
    replies: [{ by: 'wren', text: 'Please put the other lines somewhere. I want to know what was cut.' }],
  },
  {
    kind: 'song',
    by: 'pixelpilot',
    title: 'Continue Screen',
    artist: 'pixelpilot',
    description: 'Four channels, no samples. The video is the tracker running, so you can steal everything.',
    url: 'https://www.youtube.com/watch?v=ExampleVid1',
    tags: 'chiptune, tracker',
    love: 0.8,
    replies: [{ by: 'kiwi_bits', text: 'Stole the arpeggio. Thank you for the video, it taught me more than a book.' }],
  },
  {
    kind: 'song',
    by: 'moss_agate',
    title: 'Greenhouse, Rain',
    artist: 'Moss Agate',
    description: 'Eleven minutes. The first two are only rain, that is the deal.',
    url: 'https://example-artist.bandcamp.com/track/greenhouse-rain',
    tags: 'ambient, field recording, long',
    love: 0.5,
  },
  {
    kind: 'song',
    by: 'yuki_dub',
    title: 'Left at the Aquarium',
    artist: 'Yuki Dub',
    description: 'The delay is one hand on one knob for the whole take.',
    url: 'https://soundcloud.com/example-artist/left-at-the-aquarium',
    tags: 'dub, live take',
    love: 0.6,
  },
  {
    kind: 'song',
    by: 'halfmoon',
    title: 'Night bus, finished',
    artist: 'halfmoon',
    description: 'The one from the feed, with everything that you said about the low end.',
    url: '',
    tags: 'lofi, night, bus',
    love: 0.6,
  },
];

const kits: readonly DemoThing[] = [
  {
    kind: 'drumkit',
    by: 'gridlock',
    title: 'Stairwell Kit',
    description:
      'Eighteen one-shots from one concrete stairwell: kicks from a wooden box, snares from a ring binder, hats from a bunch of keys.\n\nShort and dry enough to play with ten fingers.',
    url: '',
    tags: 'foley, concrete, dry',
    licence: 'royalty-free',
    cover: 311,
    archive: 'stairwell',
    again: { archive: 'stairwell, dry door', notes: 'The door, without the reverb. Nobody went home for an hour.' },
    love: 0.9,
    replies: [
      { by: 'deadpan', text: 'The ring binder snare is on everything I make this week.' },
      { by: 'quill', text: 'Does the door come without the reverb as well?' },
      { by: 'gridlock', text: 'In the next version. I have to find an hour when nobody goes home.' },
    ],
  },
  {
    kind: 'drumkit',
    by: 'copperline',
    title: 'Warm 808s, tuned',
    description: 'Twelve 808s, one for each note, each in tune with its name. Made from scratch on an old modular.',
    url: '',
    tags: '808s, trap, bass',
    licence: 'cc-by',
    cover: 318,
    archive: 'eights',
    price: 25,
    love: 0.7,
  },
  {
    kind: 'drumkit',
    by: 'tapehiss',
    title: 'Cassette Brushes',
    description: 'Brushes on a practice pad, through three decks, one of them ill.',
    url: '',
    archive: 'brushes',
    tags: 'brushes, tape, lofi',
    licence: 'own',
    licenceText: 'Use it in your music as you like. Please do not put the sounds into a kit of your own.',
    love: 0.4,
  },
];

const packs: readonly DemoThing[] = [
  {
    kind: 'editing_pack',
    by: 'vhsvictor',
    title: 'Tracking Errors',
    type: 'effects',
    description: 'Three colour tables measured off real tubes. Use half of them and blame the tape.',
    url: '',
    archive: 'tubes',
    tags: 'vhs, lut, glitch',
    licence: 'cc0',
    cover: 325,
    love: 0.8,
    replies: [{ by: 'strobe', text: 'Finally one that does not turn every face orange.' }],
  },
  {
    kind: 'editing_pack',
    by: 'macro_mira',
    title: 'Cuts on the Beat',
    type: 'templates',
    description: 'Project templates with markers for 90, 120 and 140 bpm, and a note on how to make more of them.',
    url: '',
    archive: 'cuts',
    tags: 'template, markers',
    licence: 'royalty-free',
    love: 0.5,
  },
  {
    kind: 'editing_pack',
    by: 'pomelo',
    title: 'Soft Wipes',
    type: 'transitions',
    description: 'Fourteen wipes that nobody notices, which is the point of them.',
    url: 'https://example.org/packs/soft-wipes.zip',
    tags: 'transition, subtle',
    licence: 'cc-by-nc',
    love: 0.3,
  },
];

const leaks: readonly DemoThing[] = [
  {
    kind: 'leak',
    by: 'nokturn',
    title: 'Second record, track four, rough',
    type: 'music',
    description: 'It will not be on the record, so it may as well be here. Vocals are a guide, the bass is final.',
    url: 'https://example.org/leaks/track-four-rough',
    tags: 'rough mix, unreleased',
    love: 0.8,
    replies: [{ by: 'greta_gain', text: 'The guide vocal is better than most finals. Keep it.' }],
  },
  {
    kind: 'leak',
    by: 'baudrate',
    title: 'Presets that did not make the pack',
    type: 'presets',
    description: 'Thirty-one of them, some for good reason.',
    url: 'https://example.org/leaks/presets',
    tags: 'presets, fm',
    love: 0.5,
  },
];

const promotion: readonly DemoThing[] = [
  {
    kind: 'self_promotion_post',
    by: 'calypso',
    title: 'Cover drawings for small labels',
    type: 'art',
    description: 'Ink and one colour, a week each. Five places until the end of the month.',
    url: 'https://example.org/calypso/covers',
    tags: 'covers, ink',
    love: 0.7,
    replies: [{ by: 'rook', text: 'Mine took five days and I have it on the wall. Recommended.' }],
  },
  {
    kind: 'self_promotion_post',
    by: 'thornton',
    title: 'A small festival in a barn',
    type: 'project',
    description: 'Eleven acts, one stage, soup. We look for two more who play quietly.',
    url: 'https://example.org/barn',
    tags: 'live, quiet',
    love: 0.5,
  },
  {
    kind: 'self_promotion_post',
    by: 'lune',
    title: 'Lune: three songs, one room',
    type: 'music',
    description: 'Recorded in an afternoon. If you write about it, I will read every word.',
    url: 'https://example.org/lune',
    tags: 'ep, acoustic',
    love: 0.4,
  },
  {
    kind: 'self_promotion_post',
    by: 'milo',
    title: 'My first mixtape is nearly done',
    type: 'music',
    description: 'Nine tracks, most of them asked about in this forum. Thank you for all of it.',
    url: '',
    tags: 'mixtape',
    love: 0,
    waits: true,
  },
];

/** What the members of the demo share beside the feed. */
export const demoThings: readonly DemoThing[] = [...songs, ...kits, ...packs, ...leaks, ...promotion];
