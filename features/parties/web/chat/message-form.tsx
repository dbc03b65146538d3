import { useQueryClient } from '@tanstack/react-query';
import { ImagePlus, Send } from 'lucide-react';
import { type ClipboardEvent, type DragEvent, type KeyboardEvent, useRef } from 'react';
import type { Viewer } from '#people/accounts/contract/endpoints.ts';
import { parties as limits } from '#features/parties/contract/limits.ts';
import type { Party } from '#features/parties/contract/endpoints.ts';
import { AltTextField } from '#content/media/web/alt-text-field.tsx';
import { authorsInLists } from '#content/core/web/cache/content-cache.ts';
import { useCompletions } from '#content/core/web/editor/completions.tsx';
import { friends } from '#people/friends/contract/limits.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { CallError } from '#platform/web/lib/call.ts';
import { useDraft } from '#platform/web/lib/draft.ts';
import { TransferWait } from '#content/media/web/transfer-wait.tsx';
import { type Transfers, useTransfers } from '#content/media/web/transfers/transfers.ts';
import { classes } from '#platform/web/ui/classes.ts';
import { controlStyle } from '#platform/web/ui/controls/control-style.ts';
import { IconButton } from '#platform/web/ui/controls/icon-button.tsx';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { putMessage } from '#features/parties/web/cache.ts';
import { partyKeys } from '#features/parties/web/queries.ts';
import { type Outbox, type Unsent, useOutbox } from './outbox.ts';

/** Milliseconds between two typing indicators (throttle). */
const TYPING_EVERY_MS = 3000;

/** The message that is written: its text, its image, and how it is sent. */
function useMessage(party: Party, viewer: Viewer) {
  const call = useCall();
  const client = useQueryClient();
  const place = `party:${party.id}:${viewer.id}`;
  const { text, setText, submitId, clear } = useDraft(place);
  const transfers = useTransfers('chat_image', `party:${party.id}`);
  const typedAt = useRef(0);
  const outbox = useOutbox(place, party.id, {
    sent(message, notice) {
      putMessage(client, call, party.id, message);
      if (notice !== null) toast({ title: 'Waiting for review', description: notice, kind: 'info' });
    },
    refused: failureToast,
  });
  const [fileId] = transfers.fileIds;
  const canSend = (text.trim() !== '' || fileId !== undefined) && !transfers.isBusy && !outbox.isFull;
  return {
    text,
    transfers,
    outbox,
    canSend,
    write(next: string) {
      setText(next);
      if (next === '' || Date.now() - typedAt.current < TYPING_EVERY_MS) return;
      typedAt.current = Date.now();
      // A hint that may be missed.
      call('POST /parties/:partyId/typing', { params: { partyId: party.id } }).catch(() => {});
    },
    /** Takes the first image of some files, in the place of the one before. */
    addImage(files: readonly File[]) {
      const image = files.find((file) => file.type.startsWith('image/'));
      if (!image) return;
      for (const old of transfers.items) transfers.remove(old.id);
      transfers.add([image], 1);
    },
    async send() {
      if (!canSend) return;
      try {
        if (fileId !== undefined) await transfers.saveDescriptions();
      } catch (error) {
        // Without a connection the message waits, and the picture goes without its description.
        if (!(error instanceof CallError && error.code === 'network')) return failureToast(error);
      }
      outbox.send({ submitId, content: text.trim(), fileId: fileId ?? null });
      transfers.clear();
      clear();
    },
    /** Takes one that was refused back into the box. */
    editUnsent(unsent: Unsent) {
      if (text.trim() === '') setText(unsent.content);
      else setText(`${text}\n${unsent.content}`);
      outbox.discard(unsent.submitId);
    },
  };
}

/** The box at the end: Enter sends, shift and Enter breaks the line; an image comes by button, paste or drop. */
export function MessageForm({ party, viewer }: { party: Party; viewer: Viewer }) {
  const { text, transfers, outbox, canSend, write, addImage, send, editUnsent } = useMessage(party, viewer);
  const client = useQueryClient();
  const picker = useRef<HTMLInputElement>(null);
  const field = useRef<HTMLTextAreaElement>(null);
  const completions = useCompletions(field, {
    near: () => authorsInLists(client, partyKeys.messages(party.id), friends.mentionsNear),
  });
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- images may be dropped on it; the button does the same
    <form
      className="grid gap-2"
      noValidate
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event: DragEvent) => {
        event.preventDefault();
        addImage([...event.dataTransfer.files]);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <UnsentList onEdit={editUnsent} outbox={outbox} />
      <ChosenImage transfers={transfers} />
      <div className="flex items-end gap-2">
        <div className="relative grid min-w-0 flex-1">
          <textarea
            {...completions.fieldProps}
            aria-label="Message"
            className={classes(controlStyle, 'max-h-32 min-h-10 resize-none py-2')}
            maxLength={limits.messageMax}
            name="message"
            onChange={(event) => write(event.target.value)}
            onKeyDown={(event: KeyboardEvent) => {
              if (completions.onKeyDown(event)) return;
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
              event.preventDefault();
              void send();
            }}
            onPaste={(event: ClipboardEvent) => {
              const files = [...event.clipboardData.files];
              if (files.length === 0) return;
              event.preventDefault();
              addImage(files);
            }}
            placeholder="Type a message…"
            ref={field}
            rows={1}
            value={text}
          />
          {completions.list}
        </div>
        <input
          accept="image/*"
          aria-hidden="true"
          className="hidden"
          onChange={(event) => {
            addImage([...(event.target.files ?? [])]);
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
          disabled={!canSend}
          icon={<Send aria-hidden="true" size={18} />}
          label={`Send as ${viewer.displayName}`}
          type="submit"
        />
      </div>
    </form>
  );
}

/** The image of the message, and its description. */
function ChosenImage({ transfers }: { transfers: Transfers }) {
  const [item] = transfers.items;
  if (!item) return null;
  return (
    <>
      <p className="flex items-center justify-between gap-2 text-sm text-soft">
        <span className="truncate">
          {item.name} {transfers.isBusy ? '· on its way…' : '· ready'}
        </span>
        <button className="font-semibold hover:underline" onClick={() => transfers.remove(item.id)} type="button">
          Remove
        </button>
      </p>
      <TransferWait item={item} />
      <AltTextField
        name={item.name}
        onBlur={() => void transfers.saveDescriptions().catch(failureToast)}
        onChange={(altText) => transfers.describe(item.id, altText)}
        value={item.altText}
      />
    </>
  );
}

/** Messages that wait for the connection, and those that were refused. One that is on its way is not shown. */
function UnsentList({ outbox, onEdit }: { outbox: Outbox; onEdit: (unsent: Unsent) => void }) {
  const shown = outbox.items.filter((unsent) => unsent.state !== 'sending');
  if (shown.length === 0) return null;
  return (
    <ul aria-label="Messages that were not sent" className="grid max-h-32 gap-1 overflow-y-auto text-sm">
      {shown.map((unsent) => (
        <li className="flex flex-wrap items-baseline gap-x-3 border-s-2 border-hairline ps-2" key={unsent.submitId}>
          <span className="min-w-0 flex-1 basis-40 truncate" dir="auto">
            {unsent.content === '' ? 'Image' : unsent.content}
          </span>
          {unsent.state === 'waiting' ? (
            <span className="text-faint">Waits for the connection</span>
          ) : (
            <>
              <span className="text-danger">{unsent.reason}</span>
              <button
                className="font-semibold hover:underline"
                onClick={() => outbox.retry(unsent.submitId)}
                type="button"
              >
                Try again
              </button>
              {unsent.content !== '' && (
                <button className="font-semibold hover:underline" onClick={() => onEdit(unsent)} type="button">
                  Edit
                </button>
              )}
            </>
          )}
          <button
            className="font-semibold hover:underline"
            onClick={() => outbox.discard(unsent.submitId)}
            type="button"
          >
            Discard
          </button>
        </li>
      ))}
    </ul>
  );
}
