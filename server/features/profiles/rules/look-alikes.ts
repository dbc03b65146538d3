/**
 * What a name looks like. Characters that are drawn like Latin letters: an excerpt of Unicode's table of confusable
 * characters (UTS #39, confusables.txt), of the scripts whose letters most fonts draw alike, and small capitals.
 */
const alike: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'a аαɑᴀɐꭺᎪ4@',
    'b вβʙЬьᏴ8',
    'c сϲᴄᏟⲥ',
    'd ԁᴅđᎠɗ',
    'e еεᴇєᎬ3€',
    'f ꜰғƒ',
    'g ɡɢԍց9',
    'h һнʜհħᎻ',
    'i іιɪıᎥⵏ!',
    'j јᴊյᎫ',
    'k кκᴋᏦ',
    'l ӏʟłᏞ1|ⅼ',
    'm мμᴍᎷ',
    'n ηпɴոᴎ',
    'o оοᴏօσøᏫ0',
    'p рρᴘքᏢþ',
    'q ԛզ',
    'r гʀᏒᎡ',
    's ѕꜱᏚ5$ʂ',
    't тτᴛᎢŧ7+',
    'u υᴜսц',
    'v νᴠѵᏙ',
    'w ωᴡԝѡᏔ',
    'x хχ×',
    'y уʏүγ',
    'z ᴢᏃ',
  ].flatMap((line) => [...line.slice(2)].map((character) => [character, line[0]!])),
);

/** Letters of coloured boxes and flags, which no normal form makes plain: first code point of each row of 26. */
const rows = [0x1f150, 0x1f170, 0x1f1e6];

function letterOf(character: string): string {
  const code = character.codePointAt(0)!;
  const start = rows.find((first) => code >= first && code < first + 26);
  return start === undefined ? character : String.fromCharCode(97 + code - start);
}

/** A username as eyes tell it from others: without underscores, and one letter for those that look the same. */
export function usernameKey(username: string): string {
  return username
    .toLowerCase()
    .replaceAll('_', '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('0', 'o')
    .replaceAll(/[1i]/g, 'l')
    .replaceAll('5', 's');
}

/** The same in SQL, where many rows are made at once. @param username a column or expression */
export function usernameKeySql(username: string): string {
  return `translate(replace(replace(replace(lower(${username}), '_', ''), 'rn', 'm'), 'vv', 'w'), '01i5', 'olls')`;
}

/** Words alone that say "staff", wherever they stand in a name. */
const strong = 'admin admins administrator administrators sysadmin moderator moderators staff official'.split(' ');
/** Words that say so when they are the whole name. */
const whole = [...strong, ...'mod mods owner owners root system support helpdesk team'.split(' ')];
/** Parts that say so inside a word too: of badges, which are read at a glance. */
const inside = ['admin', 'moderat', 'staff', 'owner', 'official'];

const drawn = (word: string): string => usernameKey(word);

/** The ways in which a text may be read: marks and digits as letters, digits alone as letters, neither. */
function readings(text: string): string[][] {
  const seen = [...text.normalize('NFKC').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')]
    .map((character) =>
      letterOf(alike[character] !== undefined && /\P{ASCII}/u.test(character) ? alike[character]! : character),
    )
    .join('')
    .normalize('NFKD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll(/\P{ASCII}/gu, (character) => alike[character] ?? character);
  const folded = (marks: RegExp): string => seen.replaceAll(marks, (character) => alike[character] ?? character);
  return [folded(/[^a-z]/g), folded(/\d/g), seen].map((text_, at) => wordsOf(text_, at < 2));
}

/** Words of a text; letters that stand apart ("a d m i n") are one. */
function wordsOf(text: string, digits: boolean): string[] {
  const words: string[] = [];
  let isSpelled = false;
  for (const part of text.match(digits ? /[\p{L}\p{N}]+/gu : /\p{L}+/gu) ?? []) {
    if (part.length === 1 && isSpelled) words[words.length - 1] += part;
    else words.push(part);
    isSpelled = part.length === 1;
  }
  return words.map(drawn);
}

/** The site's name as a word; empty where it is too short to be told from others. */
function siteWord(siteName: string): string {
  const word = drawn(siteName.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
  return word.length >= 4 ? word : '';
}

function wordsOfStaff(words: readonly string[], siteName: string): Set<string> {
  const site = siteWord(siteName);
  return new Set([...words.map(drawn), ...(site === '' ? [] : [site])]);
}

/** Whether a display name could be taken for staff or the site itself, in whatever letters it is written. */
export function looksLikeStaff(name: string, siteName: string): boolean {
  const anywhere = wordsOfStaff(strong, siteName);
  const alone = wordsOfStaff(whole, siteName);
  const site = siteWord(siteName);
  return readings(name).some((words) => {
    const joined = words.join('');
    if (alone.has(joined) || words.some((word) => anywhere.has(word))) return true;
    return site !== '' && joined.startsWith(site) && alone.has(joined.slice(site.length));
  });
}

/** Whether the text of a badge says anything of staff: stricter, because a badge is where staff are known by. */
export function saysStaff(text: string, siteName: string): boolean {
  const alone = wordsOfStaff(whole, siteName);
  const parts = [...wordsOfStaff(inside, siteName)];
  return readings(text).some((words) => {
    const joined = words.join('');
    return words.some((word) => alone.has(word)) || parts.some((part) => joined.includes(part));
  });
}

/** Names that could be taken for the site or its staff, or that addresses of the site need. */
const reserved =
  `admin administrator administrators admins mod mods moderator moderators staff owner root system sysadmin webmaster
  postmaster hostmaster abuse security support help helpdesk info contact team official looproom api settings account
  accounts profile profiles me self user users member members auth login logout signin signout signup register setup
  session sessions verify reset password search forum feed gallery songs uploads community leaks drumkits upgrades
  everyone here all channel null undefined none anonymous deleted unknown guest visitor bot noreply no_reply`.split(
    /\s+/,
  );
const reservedKeys = new Set(reserved.map(usernameKey));

/**
 * Whether a username is refused to everybody: a staff or site name, something that looks like one, or the look of a
 * deleted member.
 */
export function isReservedUsername(username: string, siteName = 'Looproom'): boolean {
  const plain = username.toLowerCase();
  const leet = plain.replaceAll(/[34789]/g, (digit) => alike[digit]!);
  const numbered = plain.replaceAll(/\d+$|^\d+/g, '');
  const site = siteWord(siteName);
  const anywhere = wordsOfStaff(strong, siteName);
  const alone = wordsOfStaff(whole, siteName);
  if (alone.has(usernameKey(numbered))) return true;
  return (
    [plain, leet, numbered].some((name) => name.split('_').some((part) => anywhere.has(usernameKey(part)))) ||
    [plain, leet].map(usernameKey).some((key) => reservedKeys.has(key) || key === site || key.startsWith('deleted'))
  );
}
