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

/** Letters of coloured boxes and flags, which no normal form makes plain: first code point of each row of 26. */
const rows = [0x1f150, 0x1f170, 0x1f1e6];

/** The ASCII form of a confusable character, in small letters; itself where it has none. */
function looksLike(character: string): string {
  const code = character.codePointAt(0)!;
  const start = rows.find((first) => code >= first && code < first + 26);
  if (start !== undefined) return String.fromCodePoint(97 + code - start);
  const small = character.toLowerCase();
  const found = confusable.get(character) ?? confusable.get(small) ?? confusable.get(character.toUpperCase()) ?? small;
  // A letter of the table may be drawn like one of the other.
  return Array.from(found, (each) => confusable.get(each) ?? each).join('');
}

/**
 * A text as eyes read it: compatibility forms made plain, without marks and what is not seen, every character in small
 * letters as the one that it is confusable with (UTS #39). Blanks and punctuation stay.
 */
export function asEyesRead(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/[\p{M}\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]+/gu, '')
    .replaceAll(/\P{ASCII}/gu, looksLike)
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

/** The same in SQL, where many rows are made at once. @param username a column or expression */
export function usernameKeySql(username: string): string {
  return `translate(replace(replace(replace(lower(${username}), '_', ''), 'rn', 'm'), 'vv', 'w'), 'i${digits}', 'l${readAs}')`;
}

/**
 * The skeleton of a name: names with the same skeleton are confusable. Letters and digits alone, folded
 * as those of usernames, so that the skeleton of a username is its key; a name without any is compared by its marks.
 */
export function nameSkeleton(name: string): string {
  const seen = asEyesRead(name);
  const letters = seen.replaceAll(/[^\p{L}\p{N}]+/gu, '');
  return letters === '' ? seen.replaceAll(/\s+/g, '') || name : usernameKey(letters);
}
