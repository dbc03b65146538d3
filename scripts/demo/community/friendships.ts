import { signIns } from '#scripts/demo/people.ts';
import type { Plan } from '#scripts/demo/plan.ts';
import type { Random } from '#scripts/demo/random.ts';
import { DAY, HOUR, whenAwake } from '#scripts/demo/rhythm.ts';
import type { Action } from '#scripts/demo/demo-site.ts';

/** Friendships of the whole community, and requests that milo has not answered. */
const FRIENDSHIPS = 110;
const WAITING = 3;
const ME = 'milo';

/** Members befriend each other some days after both have joined; a few requests wait for the member of the sign-ins. */
export function friendships(random: Random, plan: Plan, now: number): Action[] {
  const names = [...plan.joined.keys()];
  const pairs = new Set<string>();
  const profileOf = (demo: Parameters<Action['run']>[0], name: string) => demo.viewers.get(name)!.profileId;
  const ask = (from: string, to: string, at: number): Action => ({
    at,
    run: (demo) => demo.call('POST /friends', { body: { profileId: profileOf(demo, to) } }, from),
  });
  const actions: Action[] = [];
  const isNew = (one: string, other: string): boolean => {
    const key = [one, other].toSorted().join(' ');
    if (one === other || pairs.has(key)) return false;
    pairs.add(key);
    return true;
  };
  for (let made = 0; made < FRIENDSHIPS; made++) {
    // Who is handed out as a sign-in has friends to show.
    const from = random.chance(0.15) ? random.pick(signIns).username : random.pick(names);
    const to = random.pick(names);
    if (!isNew(from, to)) continue;
    const met = Math.max(plan.joined.get(from)!, plan.joined.get(to)!);
    const at = whenAwake(random, met + random.between(0.5, 20) * DAY);
    const answered = whenAwake(random, at + random.between(0.5, 30) * HOUR);
    if (answered >= now || at <= met || answered <= at) continue;
    actions.push(ask(from, to, at), {
      at: answered,
      run: (demo) => demo.call('POST /friends/:profileId/accept', { params: { profileId: profileOf(demo, from) } }, to),
    });
  }
  let waiting = 0;
  for (const from of names) {
    const at = now - (waiting + 1) * 5 * HOUR;
    if (waiting === WAITING || plan.joined.get(from)! >= at || !isNew(from, ME)) continue;
    actions.push(ask(from, ME, at));
    waiting++;
  }
  return actions;
}
