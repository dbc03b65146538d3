import { lateWindow } from '#content/core/web/page/late-window.ts';
import { useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { useHydrated } from '@tanstack/react-router';
import { type UIEvent, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { Viewer } from '#people/accounts/contract/endpoints.ts';
import type { Party } from '#features/parties/contract/endpoints.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { classes } from '#platform/web/ui/classes.ts';
import { ListEnd } from '#platform/web/ui/controls/list-end.tsx';
import { ChatSettings } from './chat-settings.tsx';
import { Message, messageRights } from './message.tsx';
import { MessageForm } from './message-form.tsx';
import { messagesQuery } from '#features/parties/web/queries.ts';

const ReportDialog = lateWindow('The form', () => import('#people/profiles/web/reports/report-dialog.tsx'));

/** Pixels from the end within which the list follows new messages. */
const NEAR_END = 120;

/** The chat of a room. */
export function Chat({ party, viewer, typing }: { party: Party; viewer: Viewer | null; typing: readonly string[] }) {
  const call = useCall();
  // The form reads its draft from the browser.
  const hydrated = useHydrated();
  const query = useSuspenseInfiniteQuery(messagesQuery(call, party.id));
  const hidden = new Set(party.hiddenAuthors);
  const items = query.data.pages
    .toReversed()
    .flatMap((page) => page.items)
    .filter((item) => item.author.id === null || !hidden.has(item.author.id));
  const [reported, setReported] = useState<string | null>(null);
  const rights = useMemo(() => messageRights(party), [party]);
  const last = items.at(-1)?.id;
  const isPlain = party.state !== 'ended' && !party.chat.isOff && party.chat.slowSeconds === 0;
  const end = useFollowedEnd(last);
  return (
    <section aria-labelledby="chat" className="party-chat rounded-card border border-hairline bg-surface">
      <header
        className={classes(
          'border-b border-hairline px-4 py-2',
          // On a phone the tab above says what it is.
          isPlain && 'max-lg:absolute max-lg:end-0 max-lg:z-1 max-lg:border-0 max-lg:p-0',
        )}
      >
        <div className="flex items-center justify-between gap-2">
          <h2 className={classes('heading text-lg', isPlain && 'max-lg:sr-only')} id="chat">
            Chat
          </h2>
          {party.can.moderate && party.state !== 'ended' && <ChatSettings party={party} />}
        </div>
        {(party.chat.isOff || party.chat.slowSeconds > 0) && (
          <p className="text-sm text-soft">
            {party.chat.isOff ? 'The chat is off.' : `Slow mode: one message every ${party.chat.slowSeconds} seconds.`}
          </p>
        )}
      </header>
      <div
        aria-live="polite"
        className="row-start-2 min-h-0 overflow-y-auto px-4 py-3"
        {...end}
        role="log"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
        tabIndex={0}
      >
        <ListEnd list={query} />
        {items.length === 0 && <p className="py-8 text-center text-soft">Nobody has said anything yet.</p>}
        <ul className="grid gap-3">
          {items.map((item) => (
            <Message item={item} key={item.id} onReport={setReported} rights={rights} viewer={viewer} />
          ))}
        </ul>
      </div>
      <div className="row-start-3 border-t border-hairline p-3 max-lg:p-2">
        <p aria-live="polite" className="h-5 truncate text-sm text-faint">
          {typing.length === 0
            ? ''
            : typing.length > 2
              ? 'Several people are writing…'
              : `${typing.join(' and ')} ${typing.length === 1 ? 'is' : 'are'} writing…`}
        </p>
        {party.can.chat && viewer ? (
          <div className="min-h-10">{hydrated && <MessageForm party={party} viewer={viewer} />}</div>
        ) : (
          <p className="text-soft">
            {party.state === 'ended'
              ? 'This party has ended.'
              : party.isRemoved
                ? 'You cannot chat in it any more.'
                : party.hasJoined
                  ? 'You cannot write at the moment.'
                  : 'Join the party to chat.'}
          </p>
        )}
      </div>
      {reported !== null && (
        <ReportDialog
          id={reported}
          kind="chat_message"
          onGiveUp={() => setReported(null)}
          onOpenChange={() => setReported(null)}
          open
          what="message"
        />
      )}
    </section>
  );
}

/** Props of a list that follows new entries while its end is seen. @param last id of the newest */
function useFollowedEnd(last: string | undefined) {
  const list = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  useLayoutEffect(() => {
    const box = list.current;
    if (box && last !== undefined && follows.current) box.scrollTop = box.scrollHeight;
  }, [last]);
  // Hidden behind another tab of a phone it has no height, and with its keyboard less.
  useEffect(() => {
    const box = list.current;
    if (!box) return;
    const observer = new ResizeObserver(() => {
      if (follows.current) box.scrollTop = box.scrollHeight;
    });
    observer.observe(box);
    return () => observer.disconnect();
  }, []);
  return {
    ref: list,
    onScroll({ currentTarget: box }: UIEvent) {
      if (box.clientHeight > 0) follows.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_END;
    },
  };
}
