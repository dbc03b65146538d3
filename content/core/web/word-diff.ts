/** A part of a text that is unchanged, added or removed. */
export interface DiffPart {
  readonly kind: 'same' | 'added' | 'removed';
  readonly text: string;
}

/** Cells of the comparison table above which texts are compared by line, then as a whole. */
const MAX_CELLS = 4_000_000;

/** Word diff of two versions of a text, by their longest common subsequence (LCS). */
export function wordDiff(before: string, after: string): DiffPart[] {
  const words = /\s+|[\p{L}\p{N}_'’-]+|[^\s\p{L}\p{N}_]/gu;
  const lines = /[^\n]*\n|[^\n]+/g;
  for (const pattern of [words, lines]) {
    const parts = compare(before.match(pattern) ?? [], after.match(pattern) ?? []);
    if (parts) return parts;
  }
  return join([
    { kind: 'removed', text: before },
    { kind: 'added', text: after },
  ]);
}

/** LCS of the parts between the common prefix and suffix, by dynamic programming; null when the table is too large. */
function compare(before: readonly string[], after: readonly string[]): DiffPart[] | null {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head++;
  let tail = 0;
  while (
    tail < before.length - head &&
    tail < after.length - head &&
    before[before.length - 1 - tail] === after[after.length - 1 - tail]
  ) {
    tail++;
  }
  const old = before.slice(head, before.length - tail);
  const fresh = after.slice(head, after.length - tail);
  if (old.length * fresh.length > MAX_CELLS) return null;

  const width = fresh.length + 1;
  const longest = new Uint32Array((old.length + 1) * width);
  const at = (row: number, column: number): number => longest[row * width + column] ?? 0;
  for (let row = old.length - 1; row >= 0; row--) {
    for (let column = fresh.length - 1; column >= 0; column--) {
      longest[row * width + column] =
        old[row] === fresh[column] ? at(row + 1, column + 1) + 1 : Math.max(at(row + 1, column), at(row, column + 1));
    }
  }

  const parts: DiffPart[] = [{ kind: 'same', text: before.slice(0, head).join('') }];
  let [row, column] = [0, 0];
  while (row < old.length || column < fresh.length) {
    const [removed, added] = [old[row], fresh[column]];
    if (removed !== undefined && removed === added) {
      parts.push({ kind: 'same', text: removed });
      row++;
      column++;
    } else if (added === undefined || (removed !== undefined && at(row + 1, column) >= at(row, column + 1))) {
      parts.push({ kind: 'removed', text: removed ?? '' });
      row++;
    } else {
      parts.push({ kind: 'added', text: added });
      column++;
    }
  }
  parts.push({ kind: 'same', text: before.slice(before.length - tail).join('') });
  return join(parts);
}

/** Merges neighbours of one kind; within a change, removed text comes before added text. */
function join(parts: readonly DiffPart[]): DiffPart[] {
  const joined: { kind: DiffPart['kind']; text: string }[] = [];
  let [removed, added] = ['', ''];
  /** A space between two changed words: it belongs to the change, or the words would be read interleaved. */
  let space = '';
  const flush = (): void => {
    if (removed !== '') joined.push({ kind: 'removed', text: removed });
    if (added !== '') joined.push({ kind: 'added', text: added });
    if (space !== '') joined.push({ kind: 'same', text: space });
    [removed, added, space] = ['', '', ''];
  };
  for (const part of parts) {
    if (part.text === '') continue;
    if (part.kind !== 'same' && space !== '') {
      removed += space;
      added += space;
      space = '';
    }
    if (part.kind === 'removed') removed += part.text;
    else if (part.kind === 'added') added += part.text;
    else if (/^[ \t]+$/.test(part.text) && space === '' && removed + added !== '') space = part.text;
    else {
      flush();
      const last = joined.at(-1);
      if (last?.kind === 'same') last.text += part.text;
      else joined.push({ ...part });
    }
  }
  flush();
  return joined;
}
