import type { Descriptor, OwnValue } from './descriptors.ts';

const ADDRESS = 'Address: ';

/** The fields of a thing that have a line of their own in its words, and how the line begins. */
const lines: readonly (readonly [OwnValue, string])[] = [
  ['artist', 'Artist: '],
  ['url', ADDRESS],
  ['uploadId', 'Track: /uploads/'],
  ['type', 'Type: '],
  ['licence', 'License: '],
  ['licenceText', ''],
  ['price', 'Price in credits: '],
];

/**
 * SQL of all fields that the author of a thing wrote, as one text: for its history, for mentions, and for who approves
 * it. The same as `wordsText`.
 */
export function wordsColumn({ columns }: Descriptor): string {
  const own = lines.flatMap(([value, label]) =>
    columns[value] ? [`'${label}' || nullif(t.${columns[value]}::text, '')`] : [],
  );
  const tags = `'Tags: ' || nullif(array_to_string(t.tags, ', '), '')`;
  return `concat_ws(E'\\n', t.title, ${[...own, tags].join(', ')}, E'\\n' || nullif(t.description, ''))`;
}

/** All fields of a form as one text, for the checks of members' texts and for the history. */
export function wordsText(
  { columns }: Descriptor,
  values: {
    title: string;
    description: string;
    tags: readonly string[];
    own: Readonly<Partial<Record<OwnValue, string | number | boolean | Date | null>>>;
  },
): string {
  const own = lines.flatMap(([value, label]) => {
    const content = values.own[value];
    const isWritten = typeof content === 'number' || (typeof content === 'string' && content !== '');
    return columns[value] && isWritten ? [`${label}${content}`] : [];
  });
  return [
    values.title,
    ...own,
    ...(values.tags.length > 0 ? [`Tags: ${values.tags.join(', ')}`] : []),
    ...(values.description === '' ? [] : [`\n${values.description}`]),
  ].join('\n');
}

/** The text of a version without the line of its address, for readers who have not bought a priced item. */
export function withoutAddress(words: string): string {
  const end = words.indexOf('\n\n');
  const fields = (end === -1 ? words : words.slice(0, end)).split('\n');
  // The title stands first, whatever it begins with.
  const kept = fields.filter((line, index) => index === 0 || !line.startsWith(ADDRESS));
  return kept.join('\n') + (end === -1 ? '' : words.slice(end));
}
