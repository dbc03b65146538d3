import { type Span, spans } from './finding.ts';

const edge = '(?<![\\p{L}\\p{N}.,:/-])';
const end = '(?![\\p{L}\\p{N}])';
/** A name that begins with a capital. */
const name = "\\p{Lu}[\\p{L}'’.-]{1,40}";

/** 221B Baker Street, 45 W 34th St. */
const english = new RegExp(
  `${edge}\\d{1,5}[A-Za-z]?(?:-\\d{1,5}[A-Za-z]?)?,?\\s(?:[NSEW]\\.?\\s)?((?:(?:${name}|\\d{1,3}(?:st|nd|rd|th))\\s){1,3})(?:Street|St|Avenue|Ave|Road|Rd|Lane|Ln|Drive|Dr|Boulevard|Blvd|Court|Ct|Close|Crescent|Terrace|Square|Sq|Way|Place|Pl|Parkway|Mews|Gardens|Grove)${end}\\.?(?!\\s+(?:(?:is|was)(?!\\s(?:my|his|her|our|their|where)\\s)|EP|LP|demo|remix|track|(?:19|20)\\d\\d))`,
  'gu',
);
/** Things that are counted before such a word in talk about music and pictures. */
const counted =
  /^(?:inch|feet|foot|miles?|million|thousand|nights?|weeks?|track|way|state|stars?|close|bar|band|bit|step|string|piece|channel|voice|octave|part|minutes?|hours?|days?|years?|hz|khz|bpm|mm|band|pole|stage)\s/i;
/** The same in small letters, where it is said that somebody lives there or a town follows. */
const small =
  /(?<=(?:address|lives?|living|house|home|flat|apartment)\s(?:\w{1,12}\s){0,3})\d{1,5}[a-z]?\s(?:\p{L}{2,20}\s){1,2}(?:street|avenue|road|lane|drive|boulevard)(?!\p{L})|(?<![\p{L}\p{N}-])\d{1,5}[a-z]?(?:-\d{1,5}[a-z]?)?\s(?:\p{Ll}{2,20}\s){1,2}(?:street|avenue|road|boulevard),\s\p{L}{3,}/giu;

/** Hauptstraße 12, Kerkstraat 12-A, Storgatan 5; and the words that only end alike. */
const compound = new RegExp(
  `${edge}(?!(?:Briga|Renega|Signal|Effekt|Steck|Speicher|Arbeits|Stell|Sitz|Park|Um|Aus|Feder|Send|Insert|Regi|Orche|Orkie))\\p{Lu}[\\p{L}.-]{1,40}(?:straße|strasse|str\\.?|weg|allee|gasse|platz|laan|straat|gracht|plein|gatan|vägen|veien|gade)\\s(?:(?<=(?:straße|strasse|str\\.?)\\s)(?:Nr\\.?|Nummer)\\s)?\\d{1,4}\\s?[a-z]?${end}`,
  'gu',
);
const german = new RegExp(
  `${edge}${name}[\\s-](?:Straße|Strasse|Str\\.?|Allee|Weg|Gasse|Platz)\\s\\d{1,4}\\s?[a-z]?${end}`,
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
  `${edge}(?:(?:[Cc]alle|C/|[Aa]venida|[Aa]vda\\.?|[Pp]laza|[Pp]aseo|[Cc]arrer|[Rr]ua|V[ií]a|[Vv]iale|[Cc]orso|[Pp]iazza)\\s(?:(?:de|del|della|dei|delle|degli|di|la|las|los|da|do|dos|das)\\s){0,3}(?!(?:Bluetooth|Ethernet|Firewire|Thunderbolt|Lightning|Youtube|Spotify|Zoom|Ableton|Logic)\\s)\\p{Lu}\\p{Ll}{2,40}(?:\\s\\p{Lu}\\p{Ll}{1,40}){0,2},?\\s(?:n[º°.]\\s?)?\\d{1,4}|(?:ul\\.|al\\.|ulic[aąęy]|ул\\.?|улица|пр-т|проспект|пер\\.|переулок)\\s(?:\\p{Lu}[\\p{L}-]{1,40}\\s?){1,3},?\\s?(?:д\\.\\s?)?\\d{1,4}[a-z]?|\\p{Lu}\\p{L}{2,40}\\s(?:проспект|улица|переулок|бульвар),?\\s(?:д\\.\\s?)?\\d{1,4})${end}`,
  'gu',
);

/** Turkish, Hungarian, Indonesian and Arabic streets, and numbers of houses and flats in India. */
const further = new RegExp(
  `${edge}(?:${name}\\s(?:Caddesi|Cad\\.|Sokak|Sokağı|Sok\\.|Bulvarı|utca|út)\\s?(?:[Nn]o\\.?:?\\s?)?\\d{1,4}|(?:Jl\\.|Jalan)\\s(?:${name}\\s){1,3}(?:[Nn]o\\.?\\s?)?\\d{1,4}|شارع\\s(?:\\p{L}{2,20}\\s){1,3}(?:رقم\\s)?\\d{1,4}|(?:[Hh]ouse|[Ff]lat|[Pp]lot|मकान)\\s(?:[Nn]o\\.?|[Nn]umber|नंबर|नं\\.?)\\s?\\d{1,5}[A-Za-z]?,\\s\\p{L})`,
  'gu',
);
/** 東京都世田谷区北沢2丁目14-3, 〒150-0041 渋谷区…, 1-2-3 Jinnan, Shibuya-ku. */
const japanese =
  /〒\s?\d{3}-\d{4}\s{0,2}\p{scx=Han}{2}|(?<=\p{scx=Han})[市区町村郡][\p{scx=Han}\p{scx=Kana}がつの]{1,12}(?:[\d一二三四五六七八九十]{1,4}丁目|\d{1,4}(?:番|-\d)|(?<=町)\d{1,4})|(?<![\d-])\d{1,2}-\d{1,3}(?:-\d{1,4})?,?\s\p{Lu}\p{Ll}{2,20},?\s\p{Lu}\p{Ll}{2,20}-(?:ku|shi|cho)(?!\p{L})/gu;
/** 北京市朝阳区建国路88号: a road, then the house, in a town or district. */
const chinese = /(?<=\p{sc=Han})[省市区县區縣镇]\p{sc=Han}{1,12}(?:路|街|巷|弄|道|胡同)\s?\d{1,5}\s?[号弄號]/gu;
/** 서울시 마포구 월드컵로 123. */
const korean =
  /(?<=\p{sc=Hang})[시도]\s\p{sc=Hang}{1,8}[구군시]\s(?:\p{sc=Hang}{1,8}[읍면동]\s)?(?:[\p{sc=Hang}\d]{1,12}[로길]\s?\d{1,4}|(?<=[읍면동]\s)\d{1,4}-\d{1,4})|(?<=\p{sc=Hang})구\s\p{sc=Hang}{1,8}동\s\d{1,4}-\d{1,4}/gu;

const patterns = [small, compound, german, postcode, french, southern, further, japanese, chinese, korean];

/** Words around the address of a place where something is played or sold, which everybody may know. */
const venue = new RegExp(
  [
    'gigs?|shows?|concerts?|doors|venues?|tickets?|live at|clubs?|bar|pub|theat(?:re|er)|arena|festival|ballroom|line-?up|on stage|sold out|open mic|(?:launch|release) party|record (?:store|shop)|rehearsal studios?',
    'konzerte?|einlass|vorverkauf|abendkasse|auftritt|eintritt|concert|billets|ouverture des portes|concierto|entradas|sala|concerto|ingresso|biglietti|circolo|ingressos|bilhetes|abertura',
    'optreden|kaarten|deuren|koncert|klub(?:ie)?|bilety|wejście|spelning|konsert|insläpp|biljetter|концерт|клубе?|билеты|вход|konser|bilet',
  ]
    .map((words) => String.raw`(?<!\p{L})(?:${words})(?!\p{L})`)
    .join('|')
    .concat('|会場|開場|開演|ライブ|公演|チケット|演出|票价|门票|开场|音乐节|공연|티켓|콘서트|حفل|تذاكر'),
  'iu',
);
/** "The Lexington, " before its address. */
const venueName = /(?<![\p{L}\p{N}])The (?:\p{Lu}[\p{L}'’&-]{1,30} ?){1,3},\s?$/u;
/** Words that say that somebody lives there. */
const home = new RegExp(
  [
    '(?:i|we|you|they) live|lives|living|(?:my|his|her|their|home) (?:address|home|house|flat|place)|home address|apartment|moved to',
    'wohn(?:e|t|en)|(?:meine|seine|ihre|privat)\\s?adresse|habit(?:e|ent|ons)|chez (?:moi|lui|elle)|mon adresse|viv[eo]|mi casa|domicilio|abit[oa]|mor[oa]|casa (?:mia|dele|dela)|woont?|mieszkam?|bor på|живу|жив[её]т|адрес',
  ]
    .map((words) => String.raw`(?<!\p{L})(?:${words})(?!\p{L})`)
    .join('|')
    .concat('|住んで|住所|自宅|家住|我家|우리 집|주소|살아|살고|بيت|أسكن'),
  'iu',
);
/** Characters before and behind an address in which such words count. */
const [BEFORE, BEHIND] = [120, 80];

function isVenue(text: string, { index, words }: Span): boolean {
  const before = text.slice(Math.max(0, index - BEFORE), index);
  if (home.test(before)) return false;
  const behind = index + words.length;
  return venueName.test(before) || venue.test(before) || venue.test(text.slice(behind, behind + BEHIND));
}

/** Words that no name of a street begins with, in capitals. */
const joint = /^(?:THE|AND|FOR|WITH|FROM|PER|OUR|HIS|HER|YOUR|THIS|THAT)$/;

/** A word in capitals as a name; one that would get another length stays. */
function inTitleCase(word: string): string {
  const title = word[0]! + word.slice(1).toLowerCase();
  if (title.length !== word.length) return word;
  return joint.test(word) ? title.toLowerCase() : title;
}

/**
 * Streets with a house number, as they are written in English, German, Dutch, Swedish, Danish, French, Spanish, Italian,
 * Portuguese, Polish, Russian, Turkish, Hungarian, Indonesian, Arabic, Japanese, Chinese and Korean; not those of venues.
 */
export function homeAddresses(text: string): Span[] {
  const titled = text.replaceAll(/\p{Lu}[\p{Lu}'’-]{2,}/gu, inTitleCase);
  return [
    ...[text, ...(titled === text ? [] : [titled])].flatMap((one) =>
      spans('home address', one, english, (match) => !counted.test(match[1]!)),
    ),
    ...(titled === text ? [] : [compound, german, french]).flatMap((pattern) => spans('home address', titled, pattern)),
    ...patterns.flatMap((pattern) => spans('home address', text, pattern)),
  ].filter((span) => !isVenue(text, span));
}
