/** Shorter words say too little of a title. */
const SHORTEST = 4;
/** Words of a title that are searched for together: with more of them hardly anything is found. */
const SEARCHED = 3;
/** Characters of a text in which its title is looked for. */
const HEAD = 300;

/** Stop words, which say nothing of what a title is about. */
const common = new Set(
  'about after again another anybody anyone because been before best better could does doing ever from have help here into just know like looking made make many more most much need never only other over please post question really should some somebody someone something than that them then there these they thing think this those using very want ways what when where which while with without would your'.split(
    ' ',
  ),
);

/**
 * The words by which posts like a new one are found: the longest of its title, in their order.
 * @returns nothing for a title of fewer than two such words
 */
export function titleWords(text: string): string[] {
  const [title = ''] = text.slice(0, HEAD).trimStart().split('\n', 1);
  const words = [...new Set(title.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [])].filter(
    (word) => word.length >= SHORTEST && !common.has(word),
  );
  if (words.length < 2) return [];
  const longest = new Set(words.toSorted((one, other) => other.length - one.length).slice(0, SEARCHED));
  return words.filter((word) => longest.has(word));
}
