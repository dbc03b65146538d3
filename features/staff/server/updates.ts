import type { Context } from '#platform/server/context.ts';

const MAX_BYTES = 1_000_000;
const ANSWER_WITHIN_MS = 10_000;
/** Milliseconds between two looks of one process. */
const LOOK_EVERY_MS = 12 * 3_600_000;

/** A release as the titles of a feed (Atom, RSS, JSON Feed) or a list of releases as JSON name it; no test versions. */
const release =
  /(?:<title[^>]*>|"(?:tag_name|title|version)"\s*:\s*")[^<"]*?\bv?(\d{1,6}\.\d{1,6}\.\d{1,6})(?![\w.+-])/g;

const partsOf = (version: string): number[] => version.split('.').map(Number);

/** Orders versions, the older first. */
function compare(a: string, b: string): number {
  const [left, right] = [partsOf(a), partsOf(b)];
  return left[0]! - right[0]! || left[1]! - right[1]! || left[2]! - right[2]!;
}

/** The highest version that a feed names, where it is higher than the one that runs; else null. */
export function newerIn(feed: string, running: string): string | null {
  const newest = [...feed.matchAll(release)]
    .map((match) => match[1]!)
    .toSorted(compare)
    .at(-1);
  return newest !== undefined && compare(newest, running) > 0 ? newest : null;
}

async function look(address: string, running: string): Promise<string | null> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(ANSWER_WITHIN_MS) });
  if (!answer.ok || !answer.body) throw new Error(`status ${answer.status}`);
  let text = '';
  const decoder = new TextDecoder();
  for await (const bytes of answer.body) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > MAX_BYTES) throw new Error(`more than ${MAX_BYTES} bytes`);
  }
  return newerIn(text, running);
}

const looks = new WeakMap<Context, { readonly at: number; newer: string | null }>();

/**
 * The version of the operator's feed of releases that is newer than the running one; null without a feed, or a newer one.
 * Nobody waits for the feed: what it says is there for the next who asks.
 */
export function newerVersion(ctx: Context): string | null {
  const { updateFeed, version } = ctx.config;
  if (updateFeed === null) return null;
  const now = ctx.clock.now().getTime();
  const known = looks.get(ctx);
  if (known && now - known.at < LOOK_EVERY_MS) return known.newer;
  const next = { at: now, newer: known?.newer ?? null };
  looks.set(ctx, next);
  look(updateFeed, version).then(
    (newer) => (next.newer = newer),
    (error: unknown) => ctx.log.warn({ err: error }, 'the feed of releases cannot be read'),
  );
  return next.newer;
}
