import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Party } from '#features/parties/contract/endpoints.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { countText } from '#platform/web/lib/format.ts';
import { classes } from '#platform/web/ui/classes.ts';
import { unreadOf } from './chat/unread.ts';
import { messagesQuery } from './queries.ts';

/** What stands below the stage where there is no room for all. */
export type RoomTab = 'chat' | 'queue' | 'people';

/** On a phone: chat, queue or people below the stage. The chat says what came while another one was open. */
export function RoomTabs({
  party,
  viewerId,
  queued,
  tab,
  onTab,
}: {
  party: Party;
  viewerId: string | null;
  /** Tracks that wait. */
  queued: number;
  tab: RoomTab;
  onTab: (tab: RoomTab) => void;
}) {
  const call = useCall();
  const { data } = useInfiniteQuery({ ...messagesQuery(call, party.id), enabled: party.can.read });
  const messages = (data?.pages ?? []).flatMap((page) => page.items);
  const newest = messages.reduce((place, message) => Math.max(place, message.place), 0);
  const [readTo, setReadTo] = useState(newest);
  // While the chat is open everything in it counts as read.
  if (tab === 'chat' && readTo !== newest) setReadTo(newest);
  const unread = unreadOf(messages, readTo, [viewerId ?? '', ...party.hiddenAuthors]);
  const entry = (value: RoomTab, label: string, count: number | null) => (
    <button
      aria-pressed={tab === value}
      className={classes('party-tab', tab === value && 'party-tab-on')}
      onClick={() => onTab(value)}
      type="button"
    >
      {label}
      {count !== null && <span className="tape text-faint">{countText(count)}</span>}
      {value === 'chat' && unread > 0 && (
        <span className="party-unread tape">
          {unread > 99 ? '99+' : unread}
          <span className="sr-only"> unread</span>
        </span>
      )}
    </button>
  );
  return (
    <div aria-label="Below the stage" className="party-tabs" role="group">
      {entry('chat', 'Chat', null)}
      {entry('queue', 'Queue', queued)}
      {entry('people', 'People', party.participantCount)}
    </div>
  );
}
