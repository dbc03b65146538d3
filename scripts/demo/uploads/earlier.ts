import { type DemoUpload, song } from './upload.ts';

/** The first half of what members of the demo share, oldest first. */
export const earlierUploads: readonly DemoUpload[] = [
  {
    by: 'oskar_fold',
    text: 'Patch notes for a slow Sunday\n\nOne voice, two delays, no sequencer. The tape is older than the synth and it shows in the top end. Recorded in one go, so the wrong note at the end stays.\n\n#modular #tape #ambient',
    songs: [song('ambient', 64, 'Dm', '1 4 6 1', '1:pn 2:pc 1:pcb 1:pcbl', { drive: 1.1, level: 0.5 })],
    comments: [
      { by: 'dunya_wav', text: 'The wrong note is the best one.', at: 0.82 },
      { by: 'moss_agate', text: 'Played this with the window open and a blackbird joined in.' },
    ],
    love: 0.5,
  },
  {
    by: 'kessler',
    text: 'Basement tax\n\n808 tuned to E flat, everything else gets out of its way. Two bars of intro so you can turn it up before it arrives.\n\n#trap #lowend',
    songs: [song('trap', 142, 'Ebm', '1 1 6 7', '2:c 2:cb 2:cbd 1:c 3:cbdl', { drive: 3, level: 0.97 })],
    comments: [
      { by: 'cassius', text: 'I have sixteen for this already. Where do I sign?', at: 0.36 },
      {
        by: 'pascal_r',
        text: 'Low end is clean on the big speakers. On a phone the 808 disappears here, a little saturation would carry it.',
        at: 0.55,
        mark: 'resolved',
      },
      { by: 'kessler', text: 'Done, there is a parallel channel with the lows cut and the rest driven. Thanks.' },
    ],
    love: 0.8,
  },
  {
    by: 'jun',
    text: 'Stairwell kit, dry and wet\n\nKick is a fire door, snare is a ruler on the handrail, hats are my keys. First file is the kit in a loop, second one is the same room with the microphones two floors up.\n\n#drums #fieldrecording #samples',
    songs: [
      song('drumsOnly', 96, 'Am', '1', '6:d'),
      song('drumsOnly', 78, 'Am', '1', '1:h 4:d', { drive: 1.1, level: 0.6 }),
    ],
    comments: [
      {
        by: 'tessaract',
        text: 'The ruler has more tone than my actual snare, which is embarrassing for one of us.',
        at: 0.4,
      },
      { by: 'kiwi_bits', text: 'Please name the files before you share the folder. Please.' },
      { by: 'rook', text: 'Flipped the second one at double speed, works like a break.' },
    ],
    love: 0.7,
  },
  {
    by: 'bramble',
    text: 'Kitchen floor demo\n\nFirst song I have finished by myself. One guitar, the drum is my foot. I know the ending is rushed, I had neighbours.\n\n#folk #demo',
    songs: [song('folk', 92, 'G', '1 5 6 4', '2:c 2:cb 2:cbl', { drive: 1.1, level: 0.62 })],
    comments: [
      { by: 'quill', text: 'The ending is not rushed, it is out of breath. Keep it.', at: 0.93 },
      { by: 'greta_gain', text: 'Two dB less foot and it is done.', at: 0.4, mark: 'needs_work' },
      {
        by: 'lune',
        text: 'How did you get the guitar to sound that close? Mine sounds like it is in the next room. It is, sometimes.',
      },
    ],
    love: 0.75,
  },
  {
    by: 'ada',
    text: 'What do you listen to first in a mix?\n\nA question I ask every client, and nobody has ever given the answer I expected.',
    poll: {
      question: 'The first ten seconds: where do your ears go?',
      options: ['Low end', 'The voice', 'How wide it is', 'The snare', 'I look at the meter, sorry'],
      days: 7,
    },
    comments: [
      { by: 'thornton', text: 'The meter does not lie. It does not listen either.' },
      { by: 'noor', text: 'The voice, always. Even when there is none I look for it.' },
    ],
    love: 0.6,
  },
  {
    by: 'nokturn',
    text: 'Substation\n\nTwo boxes and a cable that only works at an angle. No computer until the recorder.\n\n#techno #hardware',
    songs: [song('techno', 133, 'Fm', '1 1 1 6', '1:h 2:hb 2:hbd 2:hp 2:cbdn', { drive: 2.6, level: 0.95 })],
    comments: [
      { by: 'arlo_k', text: 'That drop after the pad. Yes.', at: 0.72 },
      { by: 'undertow', text: 'Would this survive a transition at 136? Asking for Saturday.' },
      { by: 'nokturn', text: 'It survives 140. I do not.' },
    ],
    love: 0.85,
  },
  {
    by: 'macro_mira',
    text: 'Three covers looking for records\n\nShot and drawn last week, square, text removed. If one fits your release, ask and tell me the title first.\n\n#artwork #covers',
    pictures: 3,
    comments: [
      { by: 'halfmoon', text: 'The second one is Night Bus. I have been looking for it for a year.' },
      { by: 'macro_mira', text: 'Then it is yours. Send me the running time, I want it on the spine.' },
    ],
    love: 0.7,
  },
  {
    by: 'milo',
    text: 'Tea goes cold (loop, 86)\n\nMade between the first and the second cup. The piano is four notes and a lot of wobble. My sister says it is "nice", which is the highest rating she has.\n\n#lofi #loops',
    songs: [song('boomBap', 86, 'Am', '1 6 4 5', '1:cn 2:cbn 2:cbdn 1:cpn', { drive: 1.5, level: 0.7 })],
    comments: [
      { by: 'tapehiss', text: 'The noise is real vinyl, isn’t it. I can tell by how it breathes.', at: 0.08 },
      { by: 'milo', text: 'It is rain on a shed roof with the lows taken out. Sorry.' },
      { by: 'tapehiss', text: 'I am going to lie down.' },
      { by: 'kessler', text: 'Kick is late on the three. In a good way.', at: 0.5 },
    ],
    love: 0.8,
  },
  {
    by: 'lindo',
    text: 'Rua das Flores, nylon and nothing else\n\nRight hand study that turned into a tune. One microphone at the twelfth fret, no compressor anywhere.\n\n#bossa #guitar',
    songs: [song('bossa', 126, 'D', '1 6 2 5', '2:c 3:cb 3:cbh', { drive: 1.05, level: 0.55 })],
    bare: true,
    comments: [{ by: 'ines_b', text: 'Lisbon approves. Come and play it here.' }],
    love: 0.5,
  },
  {
    by: 'gridlock',
    text: 'Ninety seconds of patience, ten of payoff\n\nNo, it is shorter than that, I cut it for the feed. Break is chopped by hand, you can hear where I got bored.\n\n#dnb #breaks',
    songs: [song('breaks', 172, 'F#m', '1 6 3 7', '2:p 2:pcb 3:cbd 2:p 3:cbdl', { drive: 2.2, level: 0.95 })],
    comments: [
      { by: 'rook', text: 'The fill before the second drop is ridiculous.', at: 0.74 },
      { by: 'sunniva', text: 'If you ever want real strings over the pad part I have an afternoon.', at: 0.12 },
      { by: 'pascal_r', text: 'Hats and the break fight around 8k here. Pick a winner.', at: 0.5, mark: 'needs_work' },
    ],
    love: 0.75,
  },
  {
    by: 'yuki_dub',
    text: 'Spring tank on trial\n\nThe spring is from a broken organ and hangs on rubber bands. Everything that repeats is tape, everything that crashes is me walking past.\n\n#dub #springreverb',
    songs: [song('dub', 74, 'Gm', '1 1 4 1', '1:d 1:bd 1:cbd 1:c 1:cbdl', { drive: 1.7, level: 0.85 })],
    comments: [
      { by: 'copperline', text: 'Rubber bands dry out in a year. Use hair ties.' },
      { by: 'yuki_dub', text: 'This is why I post here.' },
      { by: 'oskar_fold', text: 'That crash in the middle has a better stereo image than most records.', at: 0.61 },
    ],
    love: 0.6,
  },
  {
    by: 'tamsin',
    text: 'Is anybody else arranging at five in the morning\n\nI have nine parts for a piece that asked for four. Somebody please tell me that altos do not need a second melody.',
    comments: [
      { by: 'holloway', text: 'Altos always need a second melody. It is the only thing they get.' },
      { by: 'deadpan', text: 'Give it to the tenors, they will not notice.' },
    ],
    love: 0.45,
  },
  {
    by: 'halfmoon',
    text: 'Night Bus, stop three\n\nThird piece for the album. The chords are the street lights, the bass is the engine. I would love to hear where you lose interest.\n\n#nightdrive #electronica #album',
    songs: [song('house', 112, 'Cm', '1 6 3 7', '1:p 1:pc 1:pcb 1:cbd 1:p 2:cbdl', { drive: 1.6, level: 0.82 })],
    again: song('house', 112, 'Cm', '1 6 3 7', '1:pc 1:pcb 3:cbd 1:p 2:cbdl', { drive: 2, level: 0.9 }),
    comments: [
      {
        by: 'vesper',
        text: 'I lose interest nowhere, but the intro could be two bars shorter.',
        at: 0.15,
        mark: 'resolved',
      },
      {
        by: 'pascal_r',
        text: 'Bass and kick meet at the same place here. A little ducking?',
        at: 0.58,
        mark: 'resolved',
      },
      {
        by: 'halfmoon',
        text: 'Second version is up: shorter at the front, and the engine makes room for the kick. Compare them if you like.',
      },
      { by: 'vesper', text: 'Yes. That is the one.' },
      { by: 'lowtide', text: 'We had this on in the van and nobody talked for two songs.', at: 0.8 },
    ],
    love: 0.95,
  },
  {
    by: 'baudrate',
    text: 'Four channels, one heart\n\nTracker on an old handheld, recorded through the headphone jack. Two pulses, one wave, one noise, no cheating.\n\n#chiptune #tracker',
    songs: [song('chip', 150, 'C', '1 5 6 4', '2:c 2:cb 3:cbd 3:cbdl', { drive: 1.3, level: 0.75 })],
    comments: [
      { by: 'tilde', text: 'Is the arpeggio written or generated?', at: 0.3 },
      { by: 'baudrate', text: 'Written, by thumb, on a train.' },
    ],
    love: 0.65,
  },
  {
    by: 'saltlake',
    text: 'Seven pedals and a storm\n\nAll the guitars are one guitar. The storm was outside and I left the window open on purpose.\n\n#shoegaze #guitar',
    songs: [song('shoegaze', 104, 'E', '1 3 6 4', '1:c 1:cp 2:cbdp 1:p 2:cbdpl', { drive: 2.4, level: 0.93 })],
    comments: [
      { by: 'lowtide', text: 'We want to live in this.', at: 0.5 },
      { by: 'birchwood', text: 'That is a lot of room. Do you treat it at all?' },
      { by: 'saltlake', text: 'With blankets, mostly when it is cold.' },
    ],
    love: 0.7,
  },
  {
    by: 'marlow',
    text: 'Grade before and after, same frame\n\nLeft as it came, right after an hour. The only light was a vending machine.\n\n#colour #video',
    pictures: 2,
    comments: [{ by: 'gaffer', text: 'Vending machines are the best key light money can buy a drink from.' }],
    love: 0.5,
  },
  {
    by: 'okafor',
    text: 'Log drum study no. 4\n\nThe swing is the whole idea: late, but never lazy. Voices come next week if Noor says yes.\n\n#afrobeats #amapiano',
    songs: [song('logs', 113, 'Bbm', '1 4 6 5', '1:ch 2:cbh 2:cbd 1:cp 2:cbdl', { drive: 1.6, level: 0.85 })],
    comments: [
      { by: 'noor', text: 'Noor says yes.' },
      { by: 'tessaract', text: 'That log fill is between the cracks of sixteen and triplet. How much?', at: 0.42 },
      { by: 'okafor', text: 'Fourteen percent of a sixteenth, and then I nudged two by hand.' },
    ],
    love: 0.8,
  },
  {
    by: 'renata_cuts',
    text: 'Cutting on the snare or a frame before it?\n\nA student asked and I gave two answers in one lesson. Let us settle it.',
    poll: {
      question: 'Where does the cut go?',
      options: ['On the hit', 'One frame before', 'Two frames before', 'Depends on the blink'],
      days: 3,
    },
    comments: [
      { by: 'odalys', text: 'Dancers move before the sound. One frame before.' },
      { by: 'pixelpilot', text: 'Depends on the blink, and I will not explain.' },
    ],
    love: 0.5,
  },
  {
    by: 'holloway',
    text: 'Cue 14: the door that is not there\n\nString sketch with the cheap library, to see whether the idea survives. It has to leave room for a whisper at the end.\n\n#film #strings #cue',
    songs: [song('strings', 66, 'Cm', '1 6 4 5', '1:c 1:cb 1:cbdp 1:p', { drive: 1.1, level: 0.6 })],
    comments: [
      {
        by: 'sunniva',
        text: 'I could play the top line on Thursday. It wants a breath here.',
        at: 0.45,
        mark: 'needs_work',
      },
      { by: 'petrichor', text: 'Leave the last bar empty for me, I have a door for it.', at: 0.86 },
    ],
    love: 0.6,
  },
  {
    by: 'ivo_tapes',
    text: 'Same drums, three decks\n\nOne drum take through three cassette decks. Guess which one has been repaired with sewing machine oil.\n\n#tape #drums',
    songs: [
      song('drumsOnly', 90, 'Am', '1', '3:dn', { drive: 1.2, level: 0.7 }),
      song('drumsOnly', 90, 'Am', '1', '3:dn', { drive: 2.2, level: 0.8 }),
      song('drumsOnly', 90, 'Am', '1', '3:dn', { drive: 3.8, level: 0.86 }),
    ],
    bare: true,
    comments: [
      { by: 'copperline', text: 'Three. It always smells like that too.' },
      { by: 'tapehiss', text: 'Two is the one I want to marry.' },
      { by: 'thornton', text: 'Azimuth on the first is out by a hair. I can hear my own head tilting.', at: 0.3 },
    ],
    love: 0.65,
  },
  {
    by: 'arlo_k',
    text: 'Cleared and ready: Sunday piano house\n\nThe diva is a friend of a friend and signed a paper. The piano is me, sorry about that.\n\n#house',
    songs: [song('house', 124, 'Fm', '1 4 6 5', '1:c 1:cb 2:cbd 2:p 2:cbdl', { drive: 2, level: 0.92 })],
    comments: [
      { by: 'calypso', text: 'Key is F minor, mixes with half of my folder. Saved.', at: 0.5 },
      { by: 'mirabel', text: 'I have never been so moved by the word "paper".' },
    ],
    love: 0.75,
  },
];
