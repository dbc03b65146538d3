/**
 * What a field for a number holds: the number, in digits with a point or a comma; `empty` for nothing. What is no number
 * goes as it is typed, whatever the type says, for the server to refuse in its words: `30 credits` is not nothing.
 */
export function numberOf<E = null>(text: string, empty: E = null as E): number | E {
  const said = text.trim();
  if (said === '') return empty;
  return /^[+-]?(?:\d+(?:[.,]\d*)?|[.,]\d+)$/.test(said) ? Number(said.replace(',', '.')) : (text as unknown as number);
}
