import { MapPin } from 'lucide-react';
import { type LadderStep, ladder, ranks, stepsAt } from '#people/ledger/contract/ranks.ts';
import { countText } from '#platform/web/lib/format.ts';
import { classes } from '#platform/web/ui/classes.ts';
import { Counter } from '#platform/web/ui/counter.tsx';
import { Meter } from '#platform/web/ui/graphics/meter.tsx';
import { RankEmblem } from '#platform/web/ui/members/rank-emblem.tsx';
import { RoleBadge } from '#platform/web/ui/members/role-badge.tsx';

/** What a step brings: honour, and nothing else. */
function benefitOf(step: LadderStep): string {
  const rank = ranks[step.rank];
  if (step.xp === 0) return `Where everybody begins, with the ${rank.label} badge.`;
  if (step === ladder.at(-1)) return `The ${rank.label} badge, which glows, and nothing above it.`;
  return `The ${rank.label} badge, which glows beside your name.`;
}

/** The ladder of XP, lowest first. @param xp the member's; null for visitors. */
export function LadderList({ xp }: { xp: number | null }) {
  const at = xp === null ? null : stepsAt(xp);
  return (
    <ol className="ladder overflow-hidden rounded-card border border-hairline bg-surface">
      {ladder.map((step) => {
        const isReached = xp !== null && xp >= step.xp;
        const isHere = at?.reached === step;
        return (
          <li
            key={step.name}
            aria-current={isHere ? 'step' : undefined}
            className={classes(
              'flex flex-wrap items-start gap-3 border-hairline px-3 py-3 not-first:border-t sm:gap-4 sm:px-4',
              isHere && 'bg-primary-wash',
            )}
          >
            <RankEmblem {...ranks[step.rank]} className={xp === null || isReached ? undefined : 'opacity-55'} />
            <div className="min-w-0 flex-1 basis-[min(10rem,100%)]">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <h3 className="heading text-lg wrap-anywhere">{step.name}</h3>
                <RoleBadge {...ranks[step.rank]} />
                {isHere && (
                  <span className="inline-flex items-center gap-1 text-sm font-semibold text-primary-text">
                    <MapPin aria-hidden="true" size={14} />
                    You are here
                  </span>
                )}
              </div>
              <p className="text-sm text-soft">{benefitOf(step)}</p>
              {isHere && at.next && xp !== null && (
                <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
                  <Meter
                    label={`XP to ${at.next.name}`}
                    max={at.next.xp - step.xp}
                    segments={24}
                    size="md"
                    value={xp - step.xp}
                    valueText={`${countText(xp)} of ${countText(at.next.xp)} XP`}
                  />
                  <span className="text-sm text-soft">
                    <Counter value={at.next.xp - xp} /> XP to {at.next.name}
                  </span>
                </div>
              )}
            </div>
            <p className="shrink-0 pt-0.5 text-end">
              <Counter className="font-semibold" value={step.xp} />
              <span className="text-sm text-soft"> XP</span>
            </p>
          </li>
        );
      })}
    </ol>
  );
}
