import { useQuery } from '@tanstack/react-query';
import { Bell as BellIcon } from 'lucide-react';
import { cloneElement, type ReactElement, useState } from 'react';
import { notifications } from '#people/notifications/contract/limits.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';
import { latePart } from '#platform/web/ui/late-part.tsx';
import type { BellListProps } from './bell-list.tsx';
import { useInboxLive } from './live.ts';
import { unreadQuery } from './queries.ts';

const closed = (trigger: ReactElement, more: Record<string, unknown> = {}): ReactElement =>
  cloneElement(trigger as ReactElement<Record<string, unknown>>, {
    'aria-haspopup': 'dialog',
    'aria-expanded': false,
    ...more,
  });

const BellList = latePart<BellListProps>(() => import('./bell-list.tsx'), {
  name: 'The list of notifications',
  notice: 'float',
  waiting: ({ trigger }) => closed(trigger),
});

/** The bell of the top bar with the number of unread notifications. The list, and its code, come when it is opened. */
export function Bell({ viewerId }: { viewerId: string }) {
  const call = useCall();
  const auth = useAuth();
  const { data: unread } = useQuery(unreadQuery(call, auth.unread));
  const [wanted, setWanted] = useState(false);
  useInboxLive(viewerId);
  const shown = unread > notifications.badgeMax ? `${notifications.badgeMax}+` : String(unread);
  const trigger = (
    <IconButton
      icon={
        <>
          <BellIcon aria-hidden="true" size={18} />
          {unread > 0 && (
            <span
              aria-hidden="true"
              className="tape absolute top-0.5 end-0 grid h-4 min-w-4 place-items-center rounded-full bg-primary px-1 text-2xs leading-none font-bold text-on-primary"
            >
              {shown}
            </span>
          )}
        </>
      }
      label={unread > 0 ? `Notifications, ${shown} unread` : 'Notifications'}
      title="Notifications"
    />
  );
  return (
    <>
      {wanted ? (
        <BellList onGiveUp={() => setWanted(false)} trigger={trigger} />
      ) : (
        closed(trigger, {
          onPointerEnter: BellList.preload,
          onFocus: BellList.preload,
          onClick: () => setWanted(true),
        })
      )}
    </>
  );
}
