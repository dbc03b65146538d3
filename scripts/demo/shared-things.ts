import type { KitLicence, SharingKind } from '#contract/limits/sharing.ts';

/** A song, kit, pack, leak or promotion post of the demo. Its address is a placeholder: nobody is behind it. */
export interface DemoThing {
  readonly kind: SharingKind;
  readonly by: string;
  readonly title: string;
  readonly description: string;
  /** Empty where the newest track of the member's own uploads is the song. */
  readonly url: string;
  readonly tags: string;
  readonly artist?: string;
  readonly type?: string;
  readonly licence?: KitLicence;
  readonly licenceText?: string;
  /** Number of the drawing that previews it. */
  readonly cover?: number;
  /** How much others like it, 0 to 1. */
  readonly love: number;
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
      '64 one-shots from one concrete stairwell: kicks from a wooden box, snares from a ring binder, and the door.\n\nEverything at 48 kHz, named by velocity.',
    url: 'https://example.org/kits/stairwell.zip',
    tags: 'foley, concrete, dry',
    licence: 'royalty-free',
    cover: 311,
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
    description: 'Twelve 808s, each in tune with its name, short and long. Made from scratch on an old modular.',
    url: 'https://example.org/kits/warm-808s.zip',
    tags: '808s, trap, bass',
    licence: 'cc-by',
    cover: 318,
    love: 0.7,
  },
  {
    kind: 'drumkit',
    by: 'tapehiss',
    title: 'Cassette Brushes',
    description: 'Brushes on a practice pad, through three decks, one of them ill.',
    url: 'https://example.org/kits/cassette-brushes.zip',
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
    type: 'overlays',
    description: 'Nine overlays of real tracking errors, filmed off a real tube. Screen mode, then take half away.',
    url: 'https://example.org/packs/tracking-errors.zip',
    tags: 'vhs, overlay, glitch',
    licence: 'cc0',
    cover: 325,
    love: 0.8,
    replies: [{ by: 'strobe', text: 'Finally some that do not repeat every two seconds.' }],
  },
  {
    kind: 'editing_pack',
    by: 'macro_mira',
    title: 'Cuts on the Beat',
    type: 'templates',
    description: 'Project templates with markers for 90, 120 and 140 bpm, and a note on how to make more of them.',
    url: 'https://example.org/packs/cuts-on-the-beat.zip',
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

/** What the members of the demo share beside the feed. */
export const demoThings: readonly DemoThing[] = [...songs, ...kits, ...packs, ...leaks];
