import type { Plan } from '#scripts/demo/plan.ts';
import type { Random } from '#scripts/demo/random.ts';
import { DAY, whenAwake } from '#scripts/demo/rhythm.ts';
import type { Action } from '#scripts/demo/demo-site.ts';

/** What a member typed of an artist who is nobody at Spotify: the demo asks it for nothing. */
const typed = [
  { followers: 2_560_000, monthlyListeners: 4_120_000, topTrackName: 'Last bus' },
  { followers: 184_300, monthlyListeners: 402_000, topTrackName: 'Tape hiss' },
  { followers: 41_870, monthlyListeners: 96_400, topTrackName: 'Night market' },
  { followers: 12_400, monthlyListeners: 8750, topTrackName: '' },
  { followers: 3180, monthlyListeners: 5200, topTrackName: 'Third floor' },
  { followers: 940, monthlyListeners: 1310, topTrackName: 'Cold start' },
  { followers: 212, monthlyListeners: 95, topTrackName: '' },
] as const;

/** Some members connect an artist. */
export function showcases(random: Random, plan: Plan, now: number): Action[] {
  const members = random.some([...plan.joined.keys()], typed.length);
  return members.map((username, index) => {
    const joined = plan.joined.get(username)!;
    const artist = `spotify:artist:${String(index).padStart(22, '0')}`;
    return {
      at: whenAwake(random, Math.min(now - DAY, joined + random.between(1, 9) * DAY)),
      run: (demo) => demo.call('PUT /showcases/mine', { body: { artist, ...typed[index]! } }, username),
    };
  });
}
