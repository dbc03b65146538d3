import { confusables } from './confusables.ts';

/** Letters that fonts draw alike and Unicode's table keeps apart: small capitals, letters upside down, strokes. */
const drawnAlike =
  'a:ᴀɐꭺʌ₳ᗩᐃ b:ʙв c:ᴄᑕᑢ d:ᴅđᗫ e:ᴇɘəзᗴᘿ f:ꜰғ g:ɢᘜ h:ʜн i:ı j:ᴊ k:ᴋк l:ʟł m:ᴍмʍᘻ n:ɴηᑎᘉ o:ᴏᗝ p:ᴘᕵ q:ǫᑫᕴ r:ʀяᖇ s:ꜱᔕᔢ t:ᴛт u:ᴜᑘ v:ᴠᐺ w:ᴡɯᗯᘺ y:ʏ z:ᴢᘔᗱ';

/** The character that each one is confusable with. The later table wins. */
const confusable: ReadonlyMap<string, string> = new Map(
  `${confusables} ${drawnAlike}`
    .trim()
    .split(/\s+/)
    .flatMap((entry) => {
      const [to, from] = entry.split(':') as [string, string];
      return Array.from(from, (character) => [character, to] as const);
    }),
);

/** Letters of coloured boxes and flags, which NFKD does not decompose: first code point of each row of 26. */
const rows = [0x1f150, 0x1f170, 0x1f1e6];

/** The prototype (UTS #39) of a confusable character, in lower case; the character itself where it has none. */
function prototypeOf(character: string): string {
  const code = character.codePointAt(0)!;
  const start = rows.find((first) => code >= first && code < first + 26);
  if (start !== undefined) return String.fromCodePoint(97 + code - start);
  const small = character.toLowerCase();
  const mapped = confusable.get(character) ?? confusable.get(small) ?? confusable.get(character.toUpperCase()) ?? small;
  // A letter of the table may be drawn like one of the other.
  return Array.from(mapped, (part) => confusable.get(part) ?? part).join('');
}

/**
 * Folds confusables (UTS #39): NFKD without marks and invisible characters, each character replaced by the lower-case
 * one that it is confusable with. Spaces and punctuation stay.
 */
export function foldConfusables(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]+/gu, '')
    .replaceAll(/\P{ASCII}/gu, prototypeOf)
    .toLowerCase();
}

/** Digits that are read as letters (`4da`), in the order of the letters. */
const [digits, readAs] = ['01345789', 'oleastbg'];

/** The comparison key of a username: without underscores, and one letter for all that are confusable with it. */
export function usernameKey(username: string): string {
  return username
    .toLowerCase()
    .replaceAll('_', '')
    .replaceAll('rn', 'm')
    .replaceAll('vv', 'w')
    .replaceAll('i', 'l')
    .replaceAll(/[01345789]/g, (digit) => readAs[digits.indexOf(digit)]!);
}

/** `usernameKey` in SQL, for statements that write many rows. @param username a column or expression */
export function usernameKeySql(username: string): string {
  return `translate(replace(replace(replace(lower(${username}), '_', ''), 'rn', 'm'), 'vv', 'w'), 'i${digits}', 'l${readAs}')`;
}

/**
 * The skeleton of a name: names with the same skeleton are confusable. Letters and digits alone, folded
 * as those of usernames, so that the skeleton of a username is its key; a name without any is compared by its marks.
 */
export function nameSkeleton(name: string): string {
  const folded = foldConfusables(name);
  const letters = folded.replaceAll(/[^\p{L}\p{N}]+/gu, '');
  return letters === '' ? folded.replaceAll(/\s+/g, '') || name : usernameKey(letters);
}
