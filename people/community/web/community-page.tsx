import { useSuspenseQuery } from '@tanstack/react-query';
import { ChevronRight, type LucideIcon, MessagesSquare, PartyPopper, Share2 } from 'lucide-react';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { newestMembersQuery, statisticsQuery } from '#people/profiles/web/community-queries.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { PageHeading } from '#platform/web/ui/page-heading.tsx';
import { StatTiles, StatTilesSkeleton } from '#platform/web/ui/stat-tiles.tsx';
import { MemberGrid, MemberGridSkeleton } from './member-tile.tsx';

const lead = 'Music and video creators, and the people who listen.';

/** `/community`: the site in numbers, who is new, and where to go from here. */
export function CommunityPage() {
  const call = useCall();
  const { viewer } = useAuth();
  const { data: statistics } = useSuspenseQuery(statisticsQuery(call));
  const { data: members } = useSuspenseQuery(newestMembersQuery(call));
  return (
    <Page width="full">
      <PageHeading lead={lead} title="Join the Community" />
      <div className="mt-5">
        <StatTiles
          tiles={[
            { label: 'Community Members', value: statistics.members },
            { label: 'Forum Posts', value: statistics.posts },
            { label: 'Active Parties', value: statistics.parties },
            { label: 'Total XP Earned', value: statistics.xp },
          ]}
        />
      </div>
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3 xl:auto-cols-fr xl:grid-cols-none xl:grid-flow-col">
        <LinkCard
          icon={MessagesSquare}
          text="Ask, answer, and hear what others think of your work."
          title="Join Discussions"
          to="/forum"
        />
        <LinkCard
          icon={PartyPopper}
          text="Hear the same moment together, and talk about it."
          title="Explore Parties"
          to="/listening-parties"
        />
        <LinkCard icon={Share2} text="Tell the community what you have made." title="Share Work" to="/self-promotion" />
        {!viewer && (
          <Card className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
            <div className="min-w-0 flex-1 basis-[min(14rem,100%)]">
              <h2 className="heading text-lg">Ready to Join?</h2>
              <p className="text-sm text-soft">An account is free: post, reply, befriend others, earn XP.</p>
            </div>
            <ButtonLink to="/auth?mode=sign-up" variant="primary">
              Create Account
            </ButtonLink>
          </Card>
        )}
      </div>
      <section aria-labelledby="recent">
        <div className="mt-7 mb-3 flex items-baseline justify-between gap-3">
          <h2 className="heading text-xl" id="recent">
            Recent Members
          </h2>
          <AppLink className="text-sm font-semibold text-secondary-text hover:underline" to="/members?order=newest">
            All members
          </AppLink>
        </div>
        {members.items.length === 0 ? (
          <EmptyState title="Nobody has joined yet." />
        ) : (
          <MemberGrid label="Recent members" members={members.items} />
        )}
      </section>
    </Page>
  );
}

function LinkCard({ to, icon: Icon, title, text }: { to: string; icon: LucideIcon; title: string; text: string }) {
  return (
    <AppLink
      className="group flex items-center gap-4 rounded-card border border-hairline bg-surface p-4 hover:border-hairline-strong hover:bg-hover"
      to={to}
    >
      <Icon aria-hidden="true" className="shrink-0 text-primary-text" size={28} />
      <span className="min-w-0 flex-1">
        <span className="heading block text-lg">{title}</span>
        <span className="block text-sm text-soft">{text}</span>
      </span>
      <ChevronRight aria-hidden="true" className="shrink-0 text-faint" size={20} />
    </AppLink>
  );
}

/** The page while it loads. */
export function CommunityPending() {
  return (
    <Page width="full">
      <PageHeading lead={lead} title="Join the Community" />
      <div className="mt-5 mb-7">
        <StatTilesSkeleton tiles={4} />
      </div>
      <MemberGridSkeleton />
    </Page>
  );
}
