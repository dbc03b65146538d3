import { useQueryClient } from '@tanstack/react-query';
import { MessageCirclePlus } from 'lucide-react';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { Upload } from '#features/feed/contract/endpoints.ts';
import { feed } from '#features/feed/contract/limits.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { durationText } from '#platform/web/lib/format.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { classes } from '#platform/web/ui/classes.ts';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { controlStyle } from '#platform/web/ui/controls/control-style.ts';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import { playerKeys } from '#features/player/web/queries.ts';
import { sitePlayer, useSecond } from '#features/player/web/engine/use-player.ts';

/** A comment at the current position. The position is taken when the field is opened, while the sound goes on. */
export function CommentField({
  upload,
  trackId,
  isCurrent,
  onCommented,
}: {
  upload: Upload;
  trackId: string;
  isCurrent: boolean;
  onCommented: ((commentId: string) => void) | undefined;
}) {
  const call = useCall();
  const client = useQueryClient();
  const second = useSecond(isCurrent);
  const [atMs, setAtMs] = useState<number | null>(null);
  const [busy, setBusy] = useState(false);
  const [text, setText] = useState('');
  const submitId = useRef('');
  const opener = useRef<HTMLButtonElement>(null);
  const id = useId();

  const close = (): void => {
    setAtMs(null);
    // The opener stands there again after the next drawing.
    setTimeout(() => opener.current?.focus());
  };
  const send = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (text.trim() === '' || atMs === null || busy) return;
    setBusy(true);
    try {
      const { comment } = await call('POST /uploads/:uploadId/comments', {
        params: { uploadId: upload.id },
        body: { content: text.trim(), at: { trackId, ms: atMs }, submitId: submitId.current },
      });
      setText('');
      close();
      if (comment.notice !== null) toast({ title: 'Comment held', description: comment.notice, kind: 'info' });
      void client.invalidateQueries({ queryKey: playerKeys.timedComments(trackId) });
      onCommented?.(comment.id);
    } catch (error) {
      failureToast(error);
    } finally {
      setBusy(false);
    }
  };

  if (atMs === null) {
    return (
      <button
        ref={opener}
        className="touch-target relative inline-flex h-8 items-center gap-1.5 rounded-control px-2 text-sm text-soft hover:bg-hover hover:text-text"
        onClick={() => {
          submitId.current = crypto.randomUUID();
          setAtMs(Math.min(feed.timedCommentMax, isCurrent ? Math.round(sitePlayer().positionMs()) : 0));
        }}
        type="button"
      >
        <MessageCirclePlus aria-hidden="true" size={16} />
        <span>
          Comment at <span className="tape">{durationText(second)}</span>
        </span>
      </button>
    );
  }
  return (
    <form
      className="flex min-w-0 flex-1 basis-full flex-wrap items-center gap-2 ps-2"
      noValidate
      onSubmit={(event) => void send(event)}
    >
      <label className="tape text-sm text-primary-text" htmlFor={id}>
        <span className="sr-only">Comment at </span>
        {durationText(atMs / 1000)}
      </label>
      <input
        autoComplete="off"
        autoFocus
        className={classes(controlStyle, 'h-8 min-w-32 flex-1')}
        id={id}
        maxLength={feed.commentMax}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && close()}
        placeholder="What do you hear here?"
        value={text}
      />
      <Button busy={busy} size="sm" type="submit" variant="primary">
        Comment
      </Button>
      <Button onClick={close} size="sm" variant="ghost">
        Cancel
      </Button>
    </form>
  );
}
