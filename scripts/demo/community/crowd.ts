import type { Plan } from '#scripts/demo/plan.ts';
import type { Random } from '#scripts/demo/random.ts';
import { HOUR, MINUTE } from '#scripts/demo/rhythm.ts';
import type { Action } from '#scripts/demo/demo-site.ts';

/**
 * Members who come to something that another one shares: most of them soon, some later.
 * @param of who shares it, since when it is open, and the median of hours after which they come
 * @param count of them at most; who has not joined by then does not come
 */
export function visitors(
  random: Random,
  { joined, now }: Plan,
  { by, open, median }: { by: string; open: number; median: number },
  count: number,
): { name: string; at: number }[] {
  const others = [...joined.keys()].filter((name) => name !== by);
  const latest = now - MINUTE - open;
  return random
    .some(others, count)
    .map((name) => ({
      name,
      at: Math.min(open + random.around(median) * HOUR, open + latest * random.between(0.5, 1)),
    }))
    .filter(({ name, at }) => joined.get(name)! < at);
}

/** Comments about a content, in order. @param open when it can be commented on */
export function talk<C extends { readonly by: string }>(
  random: Random,
  { joined, now }: Plan,
  comments: readonly C[],
  open: number,
  say: (comment: C, at: number) => Action[],
): Action[] {
  let last = open + 4 * MINUTE;
  return comments.flatMap((comment, place) => {
    const rest = now - 3 * MINUTE - last;
    const wait = Math.min(Math.max(3, random.around(95, 1)) * MINUTE, (rest / (comments.length - place)) * 0.8);
    last = Math.max(last + wait, Math.min(joined.get(comment.by)! + HOUR, now - 4 * MINUTE));
    return say(comment, last);
  });
}
