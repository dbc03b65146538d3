import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { notifications } from '#people/notifications/contract/limits.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { Popover } from '#platform/web/ui/overlays/popover.tsx';
import { useInboxActions } from './actions.ts';
import { NoticeSkeleton } from './notice-skeleton.tsx';
import { NoticeLine } from './notice-line.tsx';
import { latestQuery, unreadQuery } from './queries.ts';

/** Props of {@link BellList}. */
export interface BellListProps {
  /** The bell. */
  trigger: ReactElement;
}

/** The latest notifications under the bell; open when it is first drawn. */
export default function BellList({ trigger }: BellListProps) {
  const call = useCall();
  const [open, setOpen] = useState(true);
  const { data: unread } = useQuery(unreadQuery(call, useAuth().unread));
  const query = useQuery({ ...latestQuery(call), enabled: open });
  const actions = useInboxActions();
  const items = query.data?.items;
  const newest = items?.[0];
  return (
    <Popover
      aside={
        newest && (
          <Button
            aria-disabled={unread === 0}
            onClick={() => unread > 0 && void actions.readAll(newest.createdAt)}
            size="sm"
            variant="ghost"
          >
            Mark all as read
          </Button>
        )
      }
      className="w-96"
      footer={
        <AppLink
          className="flex h-11 items-center justify-center font-semibold text-primary-text hover:underline"
          onClick={() => setOpen(false)}
          to="/notifications"
        >
          See all notifications
        </AppLink>
      }
      onOpenChange={setOpen}
      open={open}
      title="Notifications"
      trigger={trigger}
    >
      <div className="-mx-4 -mb-4">
        {query.error && !items && (
          <div className="p-4">
            <ErrorState
              busy={query.isFetching}
              compact
              error={query.error}
              onRetry={() => void query.refetch()}
              title="Your notifications could not be loaded."
            />
          </div>
        )}
        {!items && !query.error && <NoticeSkeleton rows={4} />}
        {items?.length === 0 && (
          <EmptyState title="No notifications yet.">Replies, mentions and reactions show up here.</EmptyState>
        )}
        {items && items.length > 0 && (
          <ul aria-label={`The latest ${notifications.latest} notifications`} className="divide-y divide-hairline">
            {items.map((item) => (
              <NoticeLine
                item={item}
                key={item.id}
                onFollow={() => setOpen(false)}
                onRead={() => void actions.read(item)}
              />
            ))}
          </ul>
        )}
      </div>
    </Popover>
  );
}
