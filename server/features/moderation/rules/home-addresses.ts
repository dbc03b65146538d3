import { type Span, spans } from './finding.ts';

const edge = '(?<![\\p{L}\\p{N}.,:/-])';
const end = '(?![\\p{L}\\p{N}])';
/** A name that begins with a capital. */
const name = "\\p{Lu}[\\p{L}'’.-]{1,40}";

/** 221B Baker Street, 45 W 34th St. */
const english = new RegExp(
  `${edge}\\d{1,5}[A-Za-z]?,?\\s(?:[NSEW]\\.?\\s)?((?:(?:${name}|\\d{1,3}(?:st|nd|rd|th))\\s){1,3})(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Close|Crescent|Terrace|Square|Sq|Way|Place|Pl|Parkway|Mews|Gardens|Grove)${end}\\.?(?!\\s+(?:is|was|EP|LP|demo|remix|track))`,
  'gu',
);
/** Things that are counted before such a word in talk about music and pictures. */
const counted =
  /^(?:inch|feet|foot|miles?|million|thousand|nights?|weeks?|track|way|state|stars?|close|bar|band|bit|step|string|piece|channel|voice|octave|part|minutes?|hours?|days?|years?|hz|khz|bpm|mm|band|pole|stage)\s/i;
/** The same in small letters, where it is said that somebody lives there or a town follows. */
const small =
  /(?<=(?:address|lives?|living|house|home|flat|apartment)\s(?:\w{1,12}\s){0,3})\d{1,5}[a-z]?\s(?:\p{L}{2,20}\s){1,2}(?:street|avenue|road|lane|drive|boulevard)(?!\p{L})|(?<![\p{L}\p{N}])\d{1,5}[a-z]?\s(?:\p{Ll}{2,20}\s){1,2}(?:street|avenue|road|boulevard),\s\p{L}{3,}/giu;

/** Hauptstraße 12, Kerkstraat 12-A, Storgatan 5; and the words that only end alike. */
const compound = new RegExp(
  `${edge}(?!(?:Signal|Effekt|Steck|Speicher|Arbeits|Stell|Sitz|Park|Um|Aus|Feder|Send|Insert))\\p{Lu}[\\p{L}.-]{1,40}(?:straße|strasse|str\\.|weg|allee|gasse|platz|laan|straat|gracht|plein|gatan|vägen|veien)\\s\\d{1,4}\\s?[a-z]?${end}`,
  'gu',
);
const german = new RegExp(
  `${edge}${name}[\\s-](?:Straße|Strasse|Str\\.|Allee|Weg|Gasse|Platz)\\s\\d{1,4}\\s?[a-z]?${end}`,
  'gu',
);
/** Am Markt 3, 10115 Berlin: a house number, then a postcode and a town. */
const postcode = new RegExp(
  `${edge}${name}\\s\\d{1,4}\\s?[a-z]?,?\\s(?:[A-Z]{1,2}-)?(?!(?:22050|44100|48000|88200|96000)\\s)\\d{5}\\s\\p{Lu}\\p{Ll}{2,}`,
  'gu',
);
const french = new RegExp(
  `${edge}\\d{1,4}(?:\\s?(?:bis|ter))?,?\\s(?:(?:[Rr]ue|[Aa]venue|[Bb]oulevard|[Cc]hemin|[Ii]mpasse)\\s(?:(?:de|du|des|la|le)\\s|l['’]|d['’])*(?:${name}|(?<=(?:de|du|des|la|le)\\s)\\p{Ll}{3,40})|[Pp]lace\\s(?:(?:de|du|des|la|le)\\s|l['’]){0,3}${name})${end}`,
  'gu',
);
const southern = new RegExp(
  `${edge}(?:(?:[Cc]alle|C/|[Aa]venida|[Aa]vda\\.?|[Pp]laza|[Pp]aseo|[Cc]arrer|[Rr]ua|Via|[Vv]iale|[Cc]orso|[Pp]iazza)\\s(?:(?:de|del|della|di|la|las|los|da|do|dos)\\s){0,3}(?!(?:Bluetooth|Ethernet|Firewire|Thunderbolt|Lightning|Youtube|Spotify|Zoom|Ableton|Logic)\\s)\\p{Lu}\\p{Ll}{2,40}(?:\\s\\p{Lu}\\p{Ll}{1,40}){0,2},?\\s(?:n[º°.]\\s?)?\\d{1,4}|(?:ul\\.|al\\.|ул\\.?|улица)\\s(?:\\p{Lu}[\\p{L}-]{1,40}\\s?){1,3},?\\s?(?:д\\.\\s?)?\\d{1,4})${end}`,
  'gu',
);

/** Streets with a house number, as English, German, Dutch, Swedish, French, Spanish, Italian, Portuguese, Polish write them. */
export function homeAddresses(text: string): Span[] {
  return [
    ...spans('home address', text, english, (match) => !counted.test(match[1]!)),
    ...[small, compound, german, postcode, french, southern].flatMap((pattern) => spans('home address', text, pattern)),
  ];
}
