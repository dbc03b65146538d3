import type { ThreadCategory } from '#scripts/demo/parse.ts';

/** A post that its author sells, and what the first who has paid answers. */
export interface LockedPost {
  readonly author: string;
  readonly category: ThreadCategory;
  readonly daysAgo: number;
  /** The title, an empty line, and Markdown. */
  readonly text: string;
  readonly answer: string;
}

/** Three members put a text behind an unlock: a recipe, a script and a template. */
export const lockedPosts: readonly LockedPost[] = [
  {
    author: 'zephyrine',
    category: 'music',
    daysAgo: 19,
    text: `The glass pad everybody asks about, every knob of it

People keep asking how the pad in my set from June was made, so here is the whole patch, written down slowly enough that you can build it in whatever synth you own. Two oscillators and one trick.

1. Saw and triangle, an octave apart, the triangle eleven cents flat.
2. Low pass at 24 dB, cutoff a third open, resonance just before it rings.
3. Filter envelope: attack 900 ms, decay 2 s, sustain nothing. The shimmer is in that decay.
4. The trick: a second, very slow random LFO on the *fine tune of the triangle only*, four cents at most. That is the glass.
5. Chorus before the reverb, never after.

Play it in open fifths and leave the third to somebody else.`,
    answer: 'Step four. I had it the other way round for a year and wondered why it got seasick.',
  },
  {
    author: 'pixelpilot',
    category: 'video',
    daysAgo: 9,
    text: `Lyric videos in an afternoon: the expression that times every word

I timed words by hand for two years. Then I wrote one expression that reads a text file with the beats in it and does the rest, and a lyric video went from three days to an afternoon. The rest of this post is the expression, how to write the file, and the two mistakes that cost me a weekend.

\`\`\`js
beats = footage("lyrics.json").sourceData;
now = time - thisComp.displayStartTime;
word = beats.filter(b => b.at <= now).pop();
word ? word.text : "";
\`\`\`

- One line a word, times in seconds. Export markers from your DAW and you have them.
- Put it on the *source text*, not on opacity: the renderer caches text, it does not cache masks.
- Round the times to frames before you import them, or the last word of a line flickers.`,
    answer: 'The last point! That has been wrong in everything I have made since spring.',
  },
  {
    author: 'holloway',
    category: 'mixing',
    daysAgo: 3,
    text: `My string template, with every send level and why it is there

This is the template that I have carried through eleven films. It looks like far too many tracks, and it is, but each of them is there because a director once asked for something at four in the afternoon and wanted to hear it at five.

**Sections.** Longs and shorts on separate buses, always. Shorts get a quarter of the room of the longs: -14 dB against -8.

**Rooms.** One short room (0.9 s) for glue, one hall (2.4 s) with its low end cut at 250 Hz. Nothing else. If it needs a third reverb, it needs a better arrangement.

**Balance.** Celli 2 dB above what you think. Second violins panned where the first are, a little behind: delay 9 ms.

**Printing.** Stems dry and wet, sixteen bars of silence in front. You will thank yourself in the dub.`,
    answer: 'What you say about the second violins is the best hundred credits I have spent here.',
  },
];
