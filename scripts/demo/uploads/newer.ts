import { type DemoUpload, song } from './upload.ts';

/** The second half, oldest first. */
export const newerUploads: readonly DemoUpload[] = [
  {
    by: 'noor',
    text: 'Backing for "Later" without the voice\n\nOkafor, this is what I sing over at home. Do your thing with the drums but leave me the second chord.\n\n#rnb #ep',
    songs: [song('boomBap', 78, 'Ebm', '1 4 7 3', '1:c 1:cb 2:cbd 1:cp', { drive: 1.3, level: 0.72 })],
    comments: [
      { by: 'okafor', text: 'The second chord is not going anywhere.', at: 0.33 },
      { by: 'tamsin', text: 'Three voices under the last bar, wordless? I hear them already.', at: 0.88 },
    ],
    love: 0.7,
  },
  {
    by: 'moss_agate',
    text: 'Forty frogs and a pump\n\nThe pump belongs to the farmer and is out of tune by a quarter. I put a drone under it so that it would feel less alone.\n\n#fieldrecording #drone',
    songs: [song('ambient', 58, 'Gm', '1 1 6 1', '1:n 2:pn 1:pcn', { drive: 1, level: 0.42 })],
    comments: [
      { by: 'dunya_wav', text: 'I fell asleep to this and woke up kinder.' },
      {
        by: 'wren',
        text: 'The pump at the front masks the frogs for a moment. If you want it gone I can try.',
        at: 0.2,
      },
      { by: 'moss_agate', text: 'Leave the pump, it is the lead.' },
    ],
    love: 0.45,
  },
  {
    by: 'cassius',
    text: 'Looking for a beat with a door in it\n\nI have a verse that starts with someone knocking. Ninety to ninety-six, dark, room for breath. On time, as always.',
    comments: [
      { by: 'jun', text: 'I own several doors. Give me until Friday.' },
      { by: 'kessler', text: 'Check Basement tax, first two bars.' },
    ],
    love: 0.4,
  },
  {
    by: 'eskil',
    text: 'Nobody plays this fast (I programmed it)\n\nDrums drawn by hand, each hit a little different. The snare hits that sound tired are meant to be tired.\n\n#blackmetal #drums',
    songs: [song('metal', 176, 'Em', '1 6 2 1', '2:c 2:cb 3:cbd 2:p 3:cbdl', { drive: 3.4, level: 0.97 })],
    comments: [
      { by: 'tessaract', text: 'My wrists hurt from listening. Believable.', at: 0.5 },
      {
        by: 'ada',
        text: 'Loud from end to end. I would give it two dB back at the break, so that the end has somewhere to go.',
        at: 0.62,
        mark: 'needs_work',
      },
    ],
    love: 0.5,
  },
  {
    by: 'strobe',
    text: 'Visuals for Saturday: stills\n\nNothing flashes here, it does on the wall. There will be a sign at the door.\n\n#visuals #live',
    pictures: 4,
    comments: [
      { by: 'vesper', text: 'The third one behind the second song, please.' },
      { by: 'undertow', text: 'Sync over midi clock or by hand?' },
      { by: 'strobe', text: 'By hand. I like the fear.' },
    ],
    love: 0.6,
  },
  {
    by: 'rook',
    text: 'One minute battle round: no kick allowed\n\nRules were: no kick, one sample, sixty seconds. Here is the best part of mine.\n\n#beats #challenge',
    songs: [song('trap', 150, 'Gm', '1 6 1 7', '2:c 3:ch 2:cp 3:chl', { drive: 1.8, level: 0.86 })],
    comments: [
      { by: 'kessler', text: 'You can feel where it would be. Rude.', at: 0.4 },
      { by: 'cassius', text: 'I rapped over the hole.' },
    ],
    love: 0.6,
  },
  {
    by: 'zephyrine',
    text: 'Glass pad, three chords of it\n\nThe patch from my set, plain, so that you can hear what the chorus does before the reverb. Not for sale today.\n\n#synth #presets',
    songs: [song('ambient', 76, 'E', '1 3 6 4', '4:pc 1:p', { drive: 1.1, level: 0.66 })],
    comments: [
      { by: 'pomelo', text: 'Pitched it up nine. It is now a choir of mice and I love it.' },
      { by: 'zephyrine', text: 'That is what it was made for.' },
    ],
    love: 0.6,
  },
  {
    by: 'lowtide',
    text: 'Harbour light (we finished one)\n\nAfter eleven months and two arguments. We recorded the last guitar on the day the ferry stopped for the winter.\n\n#dreampop',
    songs: [song('shoegaze', 92, 'A', '1 6 4 5', '1:p 1:pc 1:cbdp 1:p 2:cbdpl', { drive: 1.6, level: 0.8 })],
    again: song('shoegaze', 92, 'A', '1 6 4 5', '1:pc 2:cbdp 1:p 3:cbdpl', { drive: 1.9, level: 0.86 }),
    pictures: 1,
    comments: [
      {
        by: 'saltlake',
        text: 'The guitar behind the second half is the sea, and I will not be told otherwise.',
        at: 0.7,
      },
      { by: 'greta_gain', text: 'Voice bus peaks a bit where the drums come in.', at: 0.34, mark: 'resolved' },
      { by: 'lowtide', text: 'We mixed it again with your ears. It breathes now.' },
      { by: 'milo', text: 'Congratulations, both of you. On repeat since breakfast.' },
    ],
    love: 0.95,
  },
  {
    by: 'lune',
    text: 'My first loop and I do not know what I did\n\nI dragged things until they were nice. Is it allowed to put the same chord four times? It is four times.\n\n#beginner #loops',
    songs: [song('house', 118, 'C', '1 1 1 1', '2:c 4:cbd 2:cbdl', { drive: 1.4, level: 0.6 })],
    bare: true,
    comments: [
      { by: 'arlo_k', text: 'There are careers built on one chord. Yours is fine.' },
      {
        by: 'ada',
        text: 'Welcome to the feed. Everything in it that moves, moves on time: that is the hard part done.',
      },
      {
        by: 'oskar_fold',
        text: 'Allowed, encouraged. Next week change the bass note under the third one and listen what happens to the other three.',
        at: 0.5,
      },
    ],
    love: 0.85,
  },
  {
    by: 'ferro',
    text: 'Radiator suite, movement two\n\nContact microphones on three radiators of different ages. The rhythm is the boiler deciding things.\n\n#industrial #contactmic',
    songs: [song('techno', 118, 'Dm', '1 1 7 1', '1:n 1:hn 2:bdn 2:pn 2:cbdn', { drive: 3, level: 0.9 })],
    comments: [
      { by: 'petrichor', text: 'I need that scrape for a submarine. May I?', at: 0.3 },
      { by: 'ferro', text: 'Credit the boiler.' },
    ],
    love: 0.5,
  },
  {
    by: 'sunniva',
    text: 'Strings for anybody, dry\n\nEight bars in D, no reverb, take what you need. Tell me where they end up.\n\n#collab #strings',
    songs: [song('strings', 84, 'D', '1 5 6 4', '2:c 3:cl', { drive: 1.05, level: 0.58 })],
    comments: [
      { by: 'gridlock', text: 'They end up at 172 with a break under them. You were warned.' },
      { by: 'noor', text: 'The third bar made me write a line.', at: 0.4 },
    ],
    love: 0.7,
  },
  {
    by: 'hexfeld',
    text: 'Which sample rate do you work at, honestly\n\nNo judging. I want to know what the default of the new template should be.',
    poll: {
      question: 'Sessions open at',
      options: ['44.1 kHz', '48 kHz', '88.2 or 96 kHz', 'Whatever the interface woke up with'],
      days: 7,
    },
    comments: [
      { by: 'renata_cuts', text: '48, because pictures.' },
      { by: 'deadpan', text: 'Whatever it was in 2009.' },
    ],
    love: 0.45,
  },
  {
    by: 'ines_b',
    text: 'Fado sketch over something heavy\n\nThe guitar is Lindo, the heavy is mine. Voice comes when I have stopped crying at the second chord.\n\n#collab #trap',
    songs: [song('trap', 136, 'Am', '1 4 5 1', '2:c 2:cb 2:cbd 1:c 2:cbdl', { drive: 2.1, level: 0.88 })],
    comments: [
      { by: 'lindo', text: 'I did not know that I was this heavy.', at: 0.45 },
      { by: 'quill', text: 'If you want words that are not about the sea, call. If you want the sea, call too.' },
    ],
    love: 0.75,
  },
  {
    by: 'tilde',
    text: 'let melody = chance(0.3)\n\nA page of code that writes a different tune each run. This is run 41, the only one that looked back at me.\n\n#livecoding #ambient',
    songs: [song('chip', 128, 'Dm', '1 7 6 7', '2:cl 3:cbl 4:cbdl', { drive: 1.2, level: 0.7 })],
    comments: [
      { by: 'hexfeld', text: 'Share run 40, I want to see what it had to beat.' },
      { by: 'baudrate', text: 'It hesitates here like a person.', at: 0.55 },
    ],
    love: 0.5,
  },
  {
    by: 'pascal_r',
    text: 'Mix practice: take this apart\n\nA plain groove with three mistakes that I hear every week. Tell me the moment and what you would do. I mark what is right.\n\n#mixing #feedback',
    songs: [song('boomBap', 94, 'Em', '1 6 3 7', '1:c 1:cb 2:cbd 2:cbdl', { drive: 2.8, level: 0.95 })],
    comments: [
      {
        by: 'greta_gain',
        text: 'The sum is pushed too hard, the kick flattens when the bass is on top of it.',
        at: 0.45,
        mark: 'resolved',
      },
      { by: 'milo', text: 'Is the piano too bright against the hats? I am guessing.', at: 0.7 },
      { by: 'pascal_r', text: 'Warm. It is too wide, not too bright. Listen in mono.' },
      {
        by: 'lune',
        text: 'The bass comes in before I expect it. Is that a mistake or a choice?',
        at: 0.13,
        mark: 'needs_work',
      },
      {
        by: 'thornton',
        text: 'True peak goes over where the lead enters. The meters here say so too.',
        at: 0.78,
        mark: 'resolved',
      },
    ],
    love: 0.8,
  },
  {
    by: 'vesper',
    text: 'Cathedral of mirrors, rehearsal\n\nOld synth, older church, one microphone in the aisle. We play it properly in a month.\n\n#live #synthpop',
    songs: [song('breaks', 138, 'Bm', '1 6 3 7', '1:p 2:pc 2:cbd 2:p 2:cbdl', { drive: 1.9, level: 0.87 })],
    comments: [
      { by: 'strobe', text: 'Light cue on this beat. Write it down, I will forget.', at: 0.33 },
      { by: 'halfmoon', text: 'The church is the best member of the band.' },
    ],
    love: 0.7,
  },
  {
    by: 'pomelo',
    text: 'made in 40 minutes!! do not tell me about the clipping\n\nIt clips because it is happy. Everything is pitched up at least once.\n\n#hyperpop #live',
    songs: [song('house', 156, 'Bb', '1 5 6 4', '2:cl 3:cbd 2:c 4:cbdl', { drive: 4, level: 0.99 })],
    comments: [
      { by: 'ada', text: 'I say nothing. My meter is crying quietly in the corner.' },
      { by: 'pomelo', text: 'tell your meter it is loved' },
      { by: 'odalys', text: 'Choreography exists from here to the end already.', at: 0.5 },
    ],
    love: 0.8,
  },
  {
    by: 'tessaract',
    text: 'Late on purpose, but you can nod to it\n\nThe snare keeps you safe. If you lose the one, wait: it comes back for you.\n\n#drums #jazz',
    songs: [song('drumsOnly', 108, 'Dm', '1 4 1 5', '2:h 2:d 3:cbd', { drive: 1.4, level: 0.78 })],
    comments: [
      { by: 'okafor', text: 'Lost it, waited, it came back for me.', at: 0.52 },
      { by: 'rook', text: 'I would like to battle this and I would like to lose.' },
    ],
    love: 0.6,
  },
  {
    by: 'dunya_wav',
    text: 'Rain, second floor, 04:10\n\nCould not sleep, so I recorded why. Two chords that take turns under it.\n\n#ambient #fieldrecording',
    songs: [song('ambient', 60, 'Em', '1 6', '1:n 2:pn 1:pcn 1:pn', { drive: 1, level: 0.5 })],
    comments: [{ by: 'moss_agate', text: 'The gutter on the left is in E. Lucky you.', at: 0.4 }],
    love: 0.6,
  },
  {
    by: 'ruzica',
    text: 'Three trumpets, one of them mine\n\nStabs and a long one for your library, key of G minor. The two others are cousins and want to be credited as "the cousins".\n\n#samples #brass',
    songs: [song('strings', 120, 'Gm', '1 7 6 5', '4:c 3:cld', { drive: 1.8, level: 0.84 })],
    comments: [
      { by: 'okafor', text: 'The cousins are going on a record.', at: 0.35 },
      { by: 'yuki_dub', text: 'With three seconds of delay the last one turns into weather.', at: 0.8 },
    ],
    love: 0.65,
  },
  {
    by: 'milo',
    text: 'Kitchen speaker approved\n\nThird try at the same idea. Bass is simpler, drums are later, the wobble stayed. She danced for four seconds, I counted.\n\n#lofi #feedback',
    songs: [song('boomBap', 84, 'Dm', '1 4 6 5', '1:cn 1:cbn 1:cbdn 1:cp 1:cbdln', { drive: 1.6, level: 0.76 })],
    comments: [
      { by: 'kessler', text: 'Bass sits now. Good ears, kitchen speaker.', at: 0.42 },
      { by: 'tapehiss', text: 'I say nothing about the rain.', at: 0.06 },
      { by: 'renata_cuts', text: 'I want to cut something to this. Four seconds of dancing would do.', at: 0.85 },
      { by: 'noor', text: 'Leave the last two bars open for a voice, please.', at: 0.9, mark: 'needs_work' },
    ],
    love: 0.95,
  },
];
