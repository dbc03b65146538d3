import type { Command, Difference } from './drift.ts';

const [WIDTH, HEIGHT, LEFT, BOTTOM, TOP] = [960, 320, 56, 36, 40];
/** The picture shows differences up to so many milliseconds; larger ones lie on its edge. */
const MOST_MS = 120;
const colours: Readonly<Record<string, string>> = {
  'host − guest': '#ff6b35',
  'host − late': '#00708a',
  'guest − late': '#8a6d00',
};

/** Draws the differences of browsers over time, with the commands of the room. Readable on light and dark pages. */
export function drawDifferences(
  differences: readonly Difference[],
  commands: readonly Command[],
  title: string,
): string {
  const from = differences[0]?.at ?? 0;
  const to = differences.at(-1)?.at ?? from + 1;
  const x = (at: number): number => LEFT + ((at - from) / (to - from)) * (WIDTH - LEFT - 16);
  const y = (ms: number): number =>
    TOP + (1 - (Math.max(-MOST_MS, Math.min(MOST_MS, ms)) + MOST_MS) / (2 * MOST_MS)) * (HEIGHT - TOP - BOTTOM);
  const text = (left: number, top: number, words: string, more = ''): string =>
    `<text x="${left.toFixed(1)}" y="${top.toFixed(1)}" font-family="sans-serif" font-size="12" fill="#1b1a18"${more}>${words}</text>`;
  const parts = [
    `<rect width="${WIDTH}" height="${HEIGHT}" fill="#f7f4ee"/>`,
    text(LEFT, 18, title),
    `<rect x="${LEFT}" y="${y(15).toFixed(1)}" width="${WIDTH - LEFT - 16}" height="${(y(-15) - y(15)).toFixed(1)}" fill="#0f7a4d" opacity="0.12"/>`,
  ];
  for (const ms of [-100, -60, -15, 0, 15, 60, 100])
    parts.push(
      `<line x1="${LEFT}" x2="${WIDTH - 16}" y1="${y(ms).toFixed(1)}" y2="${y(ms).toFixed(1)}" stroke="#1b1a18" stroke-opacity="0.15"/>`,
      text(LEFT - 6, y(ms) + 4, `${ms} ms`, ' text-anchor="end"'),
    );
  const seconds = Math.round((to - from) / 1000);
  const step = seconds > 300 ? 60 : seconds > 90 ? 30 : 10;
  for (let at = 0; at <= seconds; at += step)
    parts.push(text(x(from + at * 1000), HEIGHT - 14, `${at} s`, ' text-anchor="middle"'));
  for (const { kind, at } of commands) {
    if (at < from || at > to) continue;
    parts.push(
      `<line x1="${x(at).toFixed(1)}" x2="${x(at).toFixed(1)}" y1="${TOP}" y2="${HEIGHT - BOTTOM}" stroke="#6d685f" stroke-dasharray="2 3"><title>${kind}</title></line>`,
    );
    if (kind === 'late join' || kind === 'asleep' || kind === 'awake') parts.push(text(x(at) + 3, TOP + 10, kind));
  }
  const pairs = [...Map.groupBy(differences, ({ one, other }) => `${one} − ${other}`)];
  for (const [index, [pair, list]] of pairs.entries()) {
    const colour = colours[pair] ?? '#55514a';
    // One point in three hundred of the width is as much as can be seen; the largest of each is drawn.
    const buckets = Map.groupBy(list, ({ at }) => Math.floor(((at - from) / (to - from)) * 300));
    for (const bucket of buckets.values()) {
      const worst = bucket.reduce((most, one) => (Math.abs(one.ms) > Math.abs(most.ms) ? one : most));
      parts.push(`<circle cx="${x(worst.at).toFixed(1)}" cy="${y(worst.ms).toFixed(1)}" r="2" fill="${colour}"/>`);
    }
    parts.push(
      `<circle cx="${LEFT + 8 + index * 150}" cy="32" r="4" fill="${colour}"/>`,
      text(LEFT + 18 + index * 150, 36, pair),
    );
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${title}">${parts.join('')}</svg>\n`;
}

/** All differences as CSV: seconds from the beginning, the pair, milliseconds. */
export function csvOf(differences: readonly Difference[]): string {
  const from = differences[0]?.at ?? 0;
  const lines = differences.map(
    ({ at, one, other, ms }) => `${((at - from) / 1000).toFixed(1)},${one},${other},${ms.toFixed(1)}`,
  );
  return ['seconds,one,other,difference_ms', ...lines, ''].join('\n');
}
