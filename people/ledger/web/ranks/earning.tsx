import { Check } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Balance } from '#people/ledger/contract/endpoints.ts';
import { rewards } from '#people/ledger/contract/limits.ts';
import { Card, CardHeading } from '#platform/web/ui/card.tsx';

/** How XP is earned, and for a member how far today's rewards are used. */
export function EarnXp({ today }: { today: Balance['today'] | null }) {
  return (
    <Card>
      <CardHeading>How to Earn XP</CardHeading>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2.5 wrap-anywhere">
        <Way amount={`+${rewards.dailyVisit.xp}`} name="Daily login">
          {today?.visit && (
            <>
              <Check aria-hidden="true" className="inline align-[-0.15em] text-ok" size={14} /> Earned today
            </>
          )}
        </Way>
        <Way amount={`+${rewards.forumPost.xp}`} name="Forum post">
          {today ? `${today.posts} of ${rewards.perDay} today` : `Up to ${rewards.perDay} a day`}
        </Way>
        <Way amount={`+${rewards.communityEvent.xp}`} name="Community event" />
      </ul>
      <p className="mt-3 border-t border-hairline pt-3 text-sm text-soft">
        A day begins at midnight UTC. What is removed takes its reward back.
      </p>
    </Card>
  );
}

/** How credits are earned. */
export function EarnCredits({ today }: { today: Balance['today'] | null }) {
  return (
    <Card>
      <CardHeading>How to Earn Credits</CardHeading>
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2.5 wrap-anywhere">
        <Way amount={`+${rewards.song.credits}`} name="Song uploaded" />
        <Way amount={`+${rewards.forumPost.credits}`} name="Forum post" />
        <Way amount={`+${rewards.galleryImage.credits}`} name="Gallery image" />
      </ul>
      <p className="mt-3 border-t border-hairline pt-3 text-sm text-soft">
        {today
          ? `Uploads rewarded today: ${today.uploads} of ${rewards.perDay}. `
          : `Up to ${rewards.perDay} uploads a day are rewarded. `}
        1 credit is 1 cent: tip members, or unlock their posts.
      </p>
    </Card>
  );
}

function Way({ amount, name, children }: { amount: string; name: string; children?: ReactNode }) {
  return (
    <li className="flex items-baseline gap-3">
      <span className="tape w-9 shrink-0 text-end font-semibold text-accent-text">{amount}</span>
      <span className="min-w-0">
        {name}
        {children && <span className="block text-sm text-soft">{children}</span>}
      </span>
    </li>
  );
}
