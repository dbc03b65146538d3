import { foldConfusables, nameSkeleton, usernameKey } from './skeleton.ts';

/** Digits and marks that stand for letters in words that somebody hides. */
const leet: Readonly<Record<string, string>> = Object.fromEntries(
  ['a 4@', 'b 8', 'e 3', 'g 9', 'i !', 'l 1|', 'o 0', 's 5$', 't 7+'].flatMap((line) =>
    Array.from(line.slice(2), (character) => [character, line[0]!]),
  ),
);

/** Words alone that say "staff", wherever they stand in a name. */
const strong = 'admin admins administrator administrators sysadmin moderator moderators staff official'.split(' ');
/** Words that say so when they are the whole name. */
const whole = [...strong, ...'mod mods owner owners root system support helpdesk team'.split(' ')];
/** Parts that say so inside a word too: of badges, which are read at a glance. */
const inside = ['admin', 'moderat', 'staff', 'owner', 'official'];

const drawn = (word: string): string => usernameKey(word);

/** The ways in which a text may be read: marks and digits as letters, digits alone as letters, neither. */
function readings(text: string): string[][] {
  const plain = foldConfusables(text);
  const folded = (marks: RegExp): string => plain.replaceAll(marks, (character) => leet[character] ?? character);
  return [folded(/[^a-z]/g), folded(/\d/g), plain].map((text_, at) => wordsOf(text_, at < 2));
}

/** Words of a text; spaced letters ("a d m i n") are one word. */
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

/** What the people of a site do, as they call themselves: "Support Team", "Mod Squad", "Site Security". */
const offices = new Set(
  `support security safety moderation mod mods help helpdesk abuse compliance verification copyright dmca billing legal
  payments privacy sysop webmaster`
    .split(/\s+/)
    .map(drawn),
);
/** What stands beside it. An office with nothing but these is a name of the site's people. */
const beside = new Set(
  `team teams squad crew desk department dept division group service services center centre office officer agent agents
  bot site website server web forum community account accounts customer customers user users member members content
  chief head lead senior junior manager managers management tech technical trust the of for and our your`
    .split(/\s+/)
    .map(drawn),
);
/** Offices that are one when they are the whole name. */
const aloneOffices = new Set(
  `security safety moderation helpdesk webmaster sysop billing compliance verification copyright dmca privacy
  payments`
    .split(/\s+/)
    .map(drawn),
);
const longestPart = Math.max(...[...offices, ...beside].map((word) => word.length));

/** Whether a row of letters is made of an office and of words beside it alone, however it is parted. */
function isOffice(letters: string, site: string): boolean {
  if (aloneOffices.has(letters)) return true;
  // By place: whether words end there, without an office and with one.
  const ends = [{ plain: true, office: false }];
  for (let at = 1; at <= letters.length; at++) {
    const end = { plain: false, office: false };
    ends.push(end);
    for (let from = Math.max(0, at - Math.max(longestPart, site.length)); from < at; from++) {
      const before = ends[from]!;
      if (!before.plain && !before.office) continue;
      const word = letters.slice(from, at);
      const isBeside = beside.has(word) || word === site;
      // A lone office was asked for above.
      const isPart = offices.has(word) && !(from === 0 && at === letters.length);
      end.plain ||= isBeside && before.plain;
      end.office ||= (isPart && (before.plain || before.office)) || (isBeside && before.office);
    }
  }
  return ends[letters.length]!.office;
}

/** A title of staff in brackets, or parted from the name by a mark: "[Mod] Nova", "Nova | Owner". */
const titleBeside =
  /(?:^|[[({<|•·~/\\:*«»=–—★☆✓✔✦❖]|\s-)\s*(?:mods?|owner|founder|support|security|team)\s*(?:$|[\])}>|•·~/\\:*«»=–—★☆✓✔✦❖]|-\s)/;

/** The site's name as a word; empty where it is too short to be distinctive. */
function siteWord(siteName: string): string {
  const word = drawn(siteName.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
  return word.length >= 4 ? word : '';
}

function wordsOfStaff(words: readonly string[], siteName: string): Set<string> {
  const site = siteWord(siteName);
  return new Set([...words.map(drawn), ...(site === '' ? [] : [site])]);
}

/** Whether a title of staff stands beside a name. The whole name being a word such as "Team" is no such thing. */
function hasTitleBeside(name: string): boolean {
  // Marks stay as they are written: they stand for no letter here.
  const folded = name.normalize('NFKC').replaceAll(/[\p{L}\p{N}]+/gu, foldConfusables);
  return /[^\p{L}\p{N}\s]/u.test(folded) && titleBeside.test(folded);
}

/** Titles that somebody puts beside another's name to be taken for them. */
const titles = new Set(
  'mod mods owner founder ceo dev real original official main alt backup the admin staff team support'
    .split(' ')
    .map(drawn),
);

/**
 * The names that a name could be meant to be read as: itself, and without the titles around it ("The Real Nova").
 * @returns skeletons, at most two
 */
export function skeletonsOf(name: string): string[] {
  const full = nameSkeleton(name);
  const words = name.split(/[^\p{L}\p{N}\p{M}]+/u).filter((word) => word !== '');
  const rest = words.filter((word) => !titles.has(nameSkeleton(word)));
  return rest.length === 0 || rest.length === words.length ? [full] : [full, nameSkeleton(rest.join(''))];
}

/** Names that pages show where there is no member. */
const shells = new Set(['Deleted member', 'Unknown User'].map(nameSkeleton));

/** Whether a display name could be taken for staff or the site itself, in any script. */
export function resemblesStaff(name: string, siteName: string): boolean {
  const anywhere = wordsOfStaff(strong, siteName);
  const alone = wordsOfStaff(whole, siteName);
  const site = siteWord(siteName);
  if (hasTitleBeside(name) || shells.has(nameSkeleton(name))) return true;
  return readings(name).some((words) => {
    const joined = words.join('');
    if (alone.has(joined) || isOffice(joined, site) || words.some((word) => anywhere.has(word))) return true;
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
  postmaster hostmaster abuse billing payments refund refunds security support help helpdesk info contact team official looproom api settings account
  accounts profile profiles me self user users member members auth login logout signin signout signup register setup
  session sessions verify reset password search forum feed gallery songs uploads community leaks drumkits upgrades
  everyone here all channel null undefined none anonymous deleted unknown guest visitor bot noreply no_reply`.split(
    /\s+/,
  );
const reservedKeys = new Set(reserved.map(usernameKey));

/**
 * Whether a username is refused to everybody: a staff or site name, a name confusable with one, or a name in the form of a
 * deleted member's.
 */
export function isReservedUsername(username: string, siteName = 'Looproom'): boolean {
  const plain = username.toLowerCase();
  // Names that every object of the language has (`constructor`, `__proto__`).
  if (plain in Object.prototype) return true;
  const spelled = plain.replaceAll(/[34789]/g, (digit) => leet[digit]!);
  const numbered = plain.replaceAll(/\d+$|^\d+/g, '');
  const site = siteWord(siteName);
  const anywhere = wordsOfStaff(strong, siteName);
  const alone = wordsOfStaff(whole, siteName);
  if (alone.has(usernameKey(numbered))) return true;
  if ([plain, spelled, numbered].some((name) => isOffice(usernameKey(name), site))) return true;
  return (
    [plain, spelled, numbered].some((name) => name.split('_').some((part) => anywhere.has(usernameKey(part)))) ||
    [plain, spelled].map(usernameKey).some((key) => reservedKeys.has(key) || key === site || key.startsWith('deleted'))
  );
}
