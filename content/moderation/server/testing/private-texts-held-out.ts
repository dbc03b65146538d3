import { type Sample, filled, samplesOf, withIbanCheck, withLuhn } from './private-texts.ts';

/**
 * The half of the measurement that nobody reads while rules are written: only its totals are looked at. Other sentences and
 * other formats than in the open half.
 */
const pick = <T>(from: readonly T[], below: (n: number) => number): T => from[below(from.length)]!;
const first = ['anna', 'luc', 'marek', 'sofia', 'jonas', 'elena', 'tom', 'ines', 'piotr', 'greta'] as const;
const last = ['keller', 'dubois', 'nowak', 'rossi', 'lind', 'garcia', 'wood', 'santos', 'zielinski', 'vogt'] as const;

export const heldOut: readonly Sample[] = samplesOf(73, 6, [
  ['phone number', (n) => filled('ring the drummer on 07### ######, he answers late', n)],
  ['phone number', (n) => filled('If it breaks call +1 (4##) %##-####.', n)],
  ['phone number', (n) => filled('joignable au 06 ## ## ## ## après 18 h', n)],
  ['phone number', (n) => filled('erreichbar unter 0151 %#######', n)],
  ['phone number', (n) => filled('su numero es 6## ## ## ##, llámale', n)],
  ['phone number', (n) => filled('mobil: 070-### ## ##', n)],
  ['phone number', (n) => filled('tel. +48 5## ### ###', n)],
  ['phone number', (n) => filled('whatsapp +55 11 9####-####', n)],
  ['home address', (n) => `she lives at ${1 + n(180)} ${pick(['Elm', 'Park', 'Mill', 'Church'], n)} Road, Leeds`],
  [
    'home address',
    (n) => `${pick(['Linden', 'Garten', 'Schul', 'Berg'], n)}straße ${1 + n(90)}, ${10_000 + n(80_000)} Köln`,
  ],
  ['home address', (n) => `venez au ${1 + n(120)} rue ${pick(['de la Paix', 'Pasteur', 'des Lilas'], n)}, 69003 Lyon`],
  ['home address', (n) => `abita in Via ${pick(['Garibaldi', 'Dante', 'Mazzini'], n)} ${1 + n(99)}, Milano`],
  ['home address', (n) => `${pick(['Prinsen', 'Heren', 'Singel'], n)}gracht ${1 + n(400)}, Amsterdam`],
  ['home address', (n) => `${100 + n(8000)} ${pick(['Oak', 'Maple', 'Cedar'], n)} Avenue, Apt ${1 + n(30)}`],
  ['card number', (n) => `my card is ${withLuhn(filled('45#############', n)).replaceAll(/(\d{4})(?=\d)/g, '$1 ')}`],
  ['card number', (n) => `pay with ${withLuhn(filled('52#############', n))}`],
  ['identity number', (n) => `transfer to ${withIbanCheck('DE', filled('%#################', n))}`],
  ['identity number', (n) => `IBAN ${withIbanCheck('NL', `INGB${filled('%#########', n)}`)}`],
  ['identity number', (n) => filled('her social security number is 4##-%#-####', n)],
  ['identity number', (n) => filled('passport number L%#######', n)],
  ['email address', (n) => `write to ${pick(first, n)}.${pick(last, n)}@gmail.com about it`],
  ['email address', (n) => `${pick(first, n)}${n(99)} [at] web [dot] de`],
  ['email address', (n) => `${pick(last, n)}_${pick(first, n)}@protonmail.com`],
  ['email address', (n) => `ask ${pick(first, n)} at hotmail dot com`],
  ['email address', (n) => `${pick(first, n)}.${pick(last, n)}@orange.fr is his`],
  [null, (n) => `the drop is at ${n(5)}:${10 + n(49)}, the outro at ${5 + n(3)}:${10 + n(49)}`],
  [null, (n) => `${80 + n(90)} BPM in ${pick(['A minor', 'F sharp', 'Bb'], n)}, ${16 * (1 + n(8))} bars`],
  [null, (n) => `I cut ${200 + n(300)} Hz by ${1 + n(6)} dB and boost ${8 + n(8)} kHz`],
  [null, (n) => `render at ${pick(['44100', '48000', '96000'], n)} Hz, 24 bit, -${8 + n(8)} LUFS`],
  [null, (n) => `catalogue ${pick(['WARP', 'XL', 'NINJA'], n)}-${100 + n(900)}, pressed ${1975 + n(50)}`],
  [null, (n) => `ISRC DE-A${n(10)}B-2${n(10)}-${10_000 + n(89_999)}`],
  [null, (n) => `sold ${1 + n(9)},${100 + n(899)},${100 + n(899)} copies since ${1990 + n(30)}`],
  [null, (n) => `my chain: ${pick(['1176', 'LA-2A', 'SSL 4000'], n)} into a ${pick(['Pultec EQP-1A', 'API 550'], n)}`],
  [null, (n) => `version ${1 + n(9)}.${n(20)}.${n(99)} crashes on macOS 14.${n(7)}`],
  [null, (n) => `we play on ${1 + n(28)}.${1 + n(12)}.20${20 + n(9)} at ${18 + n(5)}:${pick(['00', '30'], n)}`],
  [null, (n) => `preset ${1 + n(127)}, CC ${1 + n(119)} to ${n(127)}, note ${24 + n(80)}`],
  [null, (n) => `a room of ${3 + n(3)}.${n(9)} x ${4 + n(4)}.${n(9)} m, reverb ${300 + n(900)} ms`],
  [null, (n) => `ticket ${10 + n(30)} €, doors ${18 + n(3)}:00, stage ${1 + n(4)}`],
  [null, (n) => `https://example.org/track/${1_000_000_000 + n(1_000_000_000)}?t=${n(300)}`],
  [null, (n) => `press: press@label${n(90)}.example, or the form`],
  [null, (n) => `Abbey Road, ${1960 + n(60)}: side ${pick(['A', 'B'], n)}, track ${1 + n(9)}`],
  [null, (n) => `order ${1000 + n(9000)}-${10 + n(90)}, ${1 + n(5)} vinyls`],
  [null, (n) => `samples ${10 + n(80)}, ${100 + n(80)}, ${200 + n(80)} and ${300 + n(90)} are clean`],
  [null, (n) => `drive ${n(10)}, tone ${n(10)}, level ${n(10)}; then the ${pick(['Tube Screamer', 'Rat', 'Muff'], n)}`],
  [null, (n) => `uses ${10 + n(80)}% CPU with ${100 + n(400)} voices at a buffer of ${64 * (1 + n(8))}`],
  [null, (n) => `seed ${100_000_000 + n(899_999_999)} gives the same pattern`],
  [null, (n) => `chapter ${1 + n(20)}, page ${10 + n(400)}: "the street was quiet"`],
  [null, (n) => `thanks @${pick(first, n)}_${pick(last, n)}, take ${1 + n(20)} is the one`],
  [null, (n) => `${1 + n(9)} of ${10 + n(9)} said they would pay $${5 + n(50)}.${10 + n(89)}`],
  [null, (n) => `MIDI clock ${20 + n(4)} PPQ, swing ${50 + n(25)}, 4/4 then ${pick(['7/8', '5/4'], n)}`],
]);
