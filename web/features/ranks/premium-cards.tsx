import { Check } from 'lucide-react';
import { tiers } from '#contract/limits/ledger.ts';
import { ranks } from '#contract/ranks.ts';
import { priceText } from '#web/lib/format.ts';
import { Card } from '#web/ui/card.tsx';
import { RankEmblem } from '#web/ui/members/rank-emblem.tsx';

/** What every tier opens (decisions §10). */
const benefits = [
  'Custom forum post banners',
  'Pin one of your own posts',
  'Name glow colours',
  'Role badge text',
  'Animated text effects',
  'Listing priority',
];

/** The paid tiers. Buying them comes with payments; until then a card has no button. */
export function PremiumCards() {
  return (
    <section aria-labelledby="premium">
      <h2 className="heading mt-5 mb-3 text-xl" id="premium">
        Premium subscriptions
      </h2>
      <ul className="grid gap-3 lg:grid-cols-3">
        {tiers.map((tier) => (
          <li key={tier.key}>
            <Card className="flex h-full items-start gap-3">
              <RankEmblem {...ranks[tier.key]} />
              <div className="min-w-0">
                <h3 className="heading text-base">{tier.name}</h3>
                <p className="text-sm text-soft">
                  <span className="text-lg font-bold text-text tabular-nums">{priceText(tier.centsPerMonth)}</span> a
                  month
                </p>
                <p className="mt-1 text-sm">
                  The {tier.name} badge{tier.hasLargerUploads && ', larger uploads'}
                </p>
              </div>
            </Card>
          </li>
        ))}
      </ul>
      <Card className="mt-3">
        <h3 className="mb-2 text-sm font-semibold">Each of them opens</h3>
        <ul className="grid gap-x-4 gap-y-1.5 text-sm sm:grid-cols-2 lg:grid-cols-3">
          {benefits.map((benefit) => (
            <li key={benefit} className="flex items-start gap-2">
              <Check aria-hidden="true" className="mt-[0.2em] shrink-0 text-ok" size={14} />
              {benefit}
            </li>
          ))}
        </ul>
        <p className="mt-3 border-t border-hairline pt-3 text-sm text-soft">
          Subscriptions cannot be bought yet. Profiles with all their pictures and backgrounds are free for every
          member.
        </p>
      </Card>
    </section>
  );
}
