import { useSuspenseQuery } from '@tanstack/react-query';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { friendCountsQuery, useRelationsLive } from '#people/profiles/web/friendship/relation-queries.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { PageHeading } from '#platform/web/ui/page-heading.tsx';
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx';
import { TabPanel, Tabs } from '#platform/web/ui/controls/tabs.tsx';
import { FindFriends } from './find-friends.tsx';
import { MemberList } from './member-list.tsx';
import type { FriendTab } from './tabs.ts';

const lead = 'Connect with other community members';

/** `/friends`: friends, requests both ways, and the search; below them, who is blocked. */
export function FriendsPage({ tab, onTab }: { tab: FriendTab; onTab: (tab: FriendTab) => void }) {
  const call = useCall();
  const { data: counts } = useSuspenseQuery(friendCountsQuery(call));
  useRelationsLive(useAuth().viewer?.id ?? null);
  return (
    <Page>
      <PageHeading lead={lead} title="Friends" />
      <Tabs
        label="Friends and requests"
        onValueChange={(value) => onTab(value as FriendTab)}
        tabs={[
          { value: 'friends', label: 'Friends', count: counts.friends },
          { value: 'pending', label: 'Pending', count: counts.pending },
          { value: 'sent', label: 'Sent', count: counts.sent },
          { value: 'find', label: 'Find Friends' },
        ]}
        value={tab}
      >
        <TabPanel value="friends">
          <MemberList label="Friends" list="friends" />
        </TabPanel>
        <TabPanel value="pending">
          <MemberList label="Pending requests" list="pending" />
        </TabPanel>
        <TabPanel value="sent">
          <MemberList label="Sent requests" list="sent" />
        </TabPanel>
        <TabPanel value="find">
          <FindFriends />
        </TabPanel>
      </Tabs>
      {counts.blocked > 0 && (
        <section aria-labelledby="blocked" className="mt-8">
          <h2 className="heading mb-3 text-xl" id="blocked">
            Blocked members
          </h2>
          <MemberList label="Blocked members" list="blocked" />
        </section>
      )}
    </Page>
  );
}

/** The page while it loads. */
export function FriendsPending() {
  return (
    <Page>
      <PageHeading lead={lead} title="Friends" />
      <ListSkeleton rows={4} />
    </Page>
  );
}
