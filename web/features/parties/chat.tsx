import { useQueryClient, useSuspenseInfiniteQuery } from '@tanstack/react-query';
import { useHydrated } from '@tanstack/react-router';
import { Flag, ImagePlus, Send, Trash2 } from 'lucide-react';
import {
  type ClipboardEvent,
  type DragEvent,
  type KeyboardEvent,
  type SyntheticEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Viewer } from '#contract/accounts.ts';
import { parties as limits } from '#contract/limits/parties.ts';
import type { ChatMessage, Party } from '#contract/parties.ts';
import { RichText } from '#web/features/content/rich-text.tsx';
import { DisplayName } from '#web/features/profiles/shown-name.tsx';
import { useCall } from '#web/lib/api.ts';
import { useDraft } from '#web/lib/draft.ts';
import { useTransfers } from '#web/lib/transfers.ts';
import { classes } from '#web/ui/classes.ts';
import { controlStyle } from '#web/ui/controls/control-style.ts';
import { IconButton } from '#web/ui/controls/icon-button.tsx';
import { AppLink } from '#web/ui/controls/link.tsx';
import { LoadMore } from '#web/ui/controls/load-more.tsx';
import { latePart } from '#web/ui/late-part.tsx';
import { Avatar } from '#web/ui/members/avatar.tsx';
import { failureToast } from '#web/ui/overlays/failure-toast.ts';
import { toast } from '#web/ui/overlays/toast.ts';
import { RelativeTime } from '#web/ui/relative-time.tsx';
import { putMessage } from './cache.ts';
import { messagesQuery, partyKeys } from './queries.ts';

const ReportDialog = latePart(() => import('#web/features/content/report-dialog.tsx'), {
  name: 'The form',
  notice: 'float',
});

/** Pixels from the end within which the list follows new messages. */
const NEAR_END = 120;
/** Milliseconds between two signs that somebody is writing. */
const TYPING_EVERY_MS = 3000;

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
  const list = useRef<HTMLDivElement>(null);
  const follows = useRef(true);
  const [reported, setReported] = useState<string | null>(null);
  const last = items.at(-1)?.id;
  useLayoutEffect(() => {
    const box = list.current;
    if (box && last !== undefined && follows.current) box.scrollTop = box.scrollHeight;
  }, [last]);
  return (
    <section aria-labelledby="chat" className="party-chat rounded-card border border-hairline bg-surface">
      <header className="border-b border-hairline px-4 py-3">
        <h2 className="heading text-lg" id="chat">
          Chat
        </h2>
        {(party.chat.isOff || party.chat.slowSeconds > 0) && (
          <p className="text-sm text-soft">
            {party.chat.isOff ? 'The chat is off.' : `Slow mode: one message every ${party.chat.slowSeconds} seconds.`}
          </p>
        )}
      </header>
      <div
        aria-live="polite"
        className="min-h-0 overflow-y-auto px-4 py-3"
        onScroll={({ currentTarget: box }) => {
          follows.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR_END;
        }}
        ref={list}
        role="log"
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- the keyboard scrolls it
        tabIndex={0}
      >
        <LoadMore
          failed={query.isFetchNextPageError}
          hasMore={query.hasNextPage}
          loading={query.isFetchingNextPage}
          onLoadMore={() => void query.fetchNextPage()}
        />
        {items.length === 0 && <p className="py-8 text-center text-soft">Nobody has said anything yet.</p>}
        <ul className="grid gap-3">
          {items.map((item) => (
            <Message item={item} key={item.id} onReport={() => setReported(item.id)} party={party} viewer={viewer} />
          ))}
        </ul>
      </div>
      <div className="border-t border-hairline p-3">
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

function Message({
  item,
  party,
  viewer,
  onReport,
}: {
  item: ChatMessage;
  party: Party;
  viewer: Viewer | null;
  onReport: () => void;
}) {
  const call = useCall();
  const client = useQueryClient();
  const { author } = item;
  const isOwn = viewer !== null && author.id === viewer.id;
  const isGone = item.visibility === 'removed';
  const remove = async () => {
    try {
      await call('DELETE /parties/messages/:messageId', { params: { messageId: item.id }, body: { reason: '' } });
      void client.invalidateQueries({ queryKey: partyKeys.messages(party.id) });
    } catch (error) {
      failureToast(error);
    }
  };
  return (
    <li className="group flex min-w-0 gap-3" id={`message-${item.id}`}>
      <Avatar id={author.id ?? author.username} name={author.displayName} size="sm" src={author.avatarUrl} />
      <div className="min-w-0 flex-1">
        <p className="flex items-baseline gap-2 text-sm">
          <AppLink className="truncate font-semibold hover:underline" to={`/profile/${author.username}`}>
            <DisplayName name={author.displayName} />
          </AppLink>
          <RelativeTime className="shrink-0 text-faint" date={item.createdAt} />
        </p>
        {isGone ? (
          <p className="text-faint italic">This message was removed.</p>
        ) : (
          <>
            {item.html !== '' && <RichText html={item.html} />}
            {item.image && <SharedImage image={item.image} of={author.displayName} />}
            {item.visibility === 'held' && (
              <p className="text-sm text-faint">Waits for review: only you and staff see it.</p>
            )}
          </>
        )}
      </div>
      {!isGone && viewer && (
        <span className="flex shrink-0 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 max-lg:opacity-100">
          {!isOwn && (
            <IconButton
              icon={<Flag aria-hidden="true" size={14} />}
              label={`Report the message of ${author.displayName}`}
              onClick={onReport}
              size="sm"
            />
          )}
          {(isOwn || party.can.moderate) && (
            <IconButton
              icon={<Trash2 aria-hidden="true" size={14} />}
              label={isOwn ? 'Delete the message' : `Remove the message of ${author.displayName}`}
              onClick={() => void remove()}
              size="sm"
            />
          )}
        </span>
      )}
    </li>
  );
}

/** An image of a message; until it was processed only its author could have it, and nobody is shown a broken one. */
function SharedImage({ image, of }: { image: NonNullable<ChatMessage['image']>; of: string }) {
  const picture = image.renditions.find((one) => one.name === 'w640') ?? null;
  const url = picture?.url ?? image.url;
  if (url === null)
    return (
      <p className="text-sm text-faint">
        {image.processing === 'waiting' ? 'The image is being prepared…' : 'This image cannot be shown.'}
      </p>
    );
  return (
    <img
      alt={`Shared by ${of}`}
      className="mt-1 h-auto max-h-72 w-auto max-w-full rounded-control"
      height={picture?.height ?? image.height ?? undefined}
      loading="lazy"
      src={url}
      width={picture?.width ?? image.width ?? undefined}
    />
  );
}

/** The box at the end: Enter sends, shift and Enter breaks the line; an image comes by button, paste or drop. */
function MessageForm({ party, viewer }: { party: Party; viewer: Viewer }) {
  const call = useCall();
  const client = useQueryClient();
  const { text, setText, submitId, clear } = useDraft(`party:${party.id}:${viewer.id}`);
  const [busy, setBusy] = useState(false);
  const transfers = useTransfers('chat_image', `party:${party.id}`);
  const picker = useRef<HTMLInputElement>(null);
  const typedAt = useRef(0);
  const sending = useRef(false);
  const params = { partyId: party.id };

  const write = (next: string) => {
    setText(next);
    if (next === '' || Date.now() - typedAt.current < TYPING_EVERY_MS) return;
    typedAt.current = Date.now();
    // A hint that may be missed.
    call('POST /parties/:partyId/typing', { params }).catch(() => {});
  };
  const add = (files: readonly File[]) => {
    const image = files.find((file) => file.type.startsWith('image/'));
    if (!image) return;
    for (const old of transfers.items) transfers.remove(old.id);
    transfers.add([image], 1);
  };
  const [fileId] = transfers.fileIds;
  const send = async (event?: SyntheticEvent) => {
    event?.preventDefault();
    const content = text.trim();
    if ((content === '' && fileId === undefined) || transfers.isBusy || sending.current) return;
    sending.current = true;
    setBusy(true);
    try {
      // The same message again after a lost answer is the same message: it has the draft's id.
      const { message, notice } = await call('POST /parties/:partyId/messages', {
        params,
        body: { content, fileId: fileId ?? null, submitId },
      });
      putMessage(client, call, party.id, message);
      transfers.clear();
      clear();
      if (notice !== null) toast({ title: 'Waiting for review', description: notice, kind: 'info' });
    } catch (error) {
      failureToast(error);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };
  const item = transfers.items[0];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- images may be dropped on it; the button does the same
    <form
      className="grid gap-2"
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        add([...event.dataTransfer.files]);
      }}
      onSubmit={(event) => void send(event)}
    >
      {item && (
        <p className="flex items-center justify-between gap-2 text-sm text-soft">
          <span className="truncate">
            {item.name} {transfers.isBusy ? '· on its way…' : '· ready'}
          </span>
          <button className="font-semibold hover:underline" onClick={() => transfers.remove(item.id)} type="button">
            Remove
          </button>
        </p>
      )}
      <div className="flex items-end gap-2">
        <textarea
          aria-label="Message"
          className={classes(controlStyle, 'max-h-32 min-h-10 flex-1 resize-none py-2')}
          maxLength={limits.messageMax}
          name="message"
          onChange={(event) => write(event.target.value)}
          onKeyDown={(event: KeyboardEvent) => {
            if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
            event.preventDefault();
            void send();
          }}
          onPaste={(event: ClipboardEvent) => {
            const files = [...event.clipboardData.files];
            if (files.length === 0) return;
            event.preventDefault();
            add(files);
          }}
          placeholder="Type a message…"
          rows={1}
          value={text}
        />
        <input
          accept="image/*"
          aria-hidden="true"
          className="hidden"
          onChange={(event) => {
            add([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
          ref={picker}
          tabIndex={-1}
          type="file"
        />
        <IconButton
          icon={<ImagePlus aria-hidden="true" size={18} />}
          label="Add an image"
          onClick={() => picker.current?.click()}
        />
        <IconButton
          disabled={busy || transfers.isBusy || (text.trim() === '' && fileId === undefined)}
          icon={<Send aria-hidden="true" size={18} />}
          label={`Send as ${viewer.displayName}`}
          type="submit"
        />
      </div>
    </form>
  );
}
