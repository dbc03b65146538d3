import type { MarkedText } from '#content/search/contract/endpoints.ts';
import './search.css';

/** A text with its matches marked. */
export function Marked({ value: { text, matches } }: { value: MarkedText }) {
  const parts = [];
  let at = 0;
  for (const [from, to] of matches) {
    parts.push(text.slice(at, from), <mark key={from}>{text.slice(from, to)}</mark>);
    at = to;
  }
  return (
    <>
      {parts}
      {text.slice(at)}
    </>
  );
}
