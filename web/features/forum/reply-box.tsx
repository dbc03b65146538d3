import { CornerUpLeft, X } from 'lucide-react';
import { useRef, useState } from 'react';
import type { Viewer } from '#contract/accounts.ts';
import type { Reply } from '#contract/forum.ts';
import { forum } from '#contract/limits.ts';
import { useCall } from '#web/lib/api.ts';
import { CallError } from '#web/lib/call.ts';
import { useDraft } from '#web/lib/draft.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { failureToast } from '#web/ui/failure-toast.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { toast } from '#web/ui/toast.ts';
import { DraftNotice } from '#web/features/content/draft-notice.tsx';
import { MarkdownEditor } from '#web/features/content/markdown-editor.tsx';
import { appendQuote } from './quote.ts';
import { replyDraft } from './reply-draft.ts';

/** What the reader asked of the box: to answer a reply, to quote. Each asking has its own number. */
export interface Asked {
  readonly count: number;
  readonly inReplyTo: { readonly id: string; readonly name: string } | null;
  readonly quote: string;
}

/** Writes a reply. Drawn in the browser only, because of its draft. */
export default function ReplyBox({
  postId,
  viewer,
  asked,
  onSent,
}: {
  postId: string;
  viewer: Viewer;
  asked: Asked;
  onSent: (reply: Reply) => void;
}) {
  const call = useCall();
  const draft = useDraft(replyDraft(postId, viewer.id));
  const [answers, setAnswers] = useState<Asked['inReplyTo']>(() => readAnswered(draft.extra));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallError | null>(null);
  const sending = useRef(false);
  const [taken, setTaken] = useState(0);

  const { text, setText, setExtra } = draft;
  // Taken over once, while drawing, so that the text is there when the box gets the focus.
  if (asked.count !== taken) {
    setTaken(asked.count);
    if (asked.quote !== '') setText(appendQuote(text, asked.quote));
    if (asked.inReplyTo) {
      setAnswers(asked.inReplyTo);
      setExtra(JSON.stringify(asked.inReplyTo));
    }
  }

  const send = async () => {
    if (sending.current || draft.text.trim() === '') return;
    sending.current = true;
    setBusy(true);
    setFailure(null);
    try {
      const { reply } = await call('POST /forum/posts/:postId/replies', {
        params: { postId },
        body: { content: draft.text, submitId: draft.submitId, ...(answers && { inReplyTo: answers.id }) },
      });
      draft.clear();
      setAnswers(null);
      if (reply.notice !== null) toast({ title: 'Held for review', description: reply.notice, kind: 'info' });
      onSent(reply);
    } catch (error) {
      failureToast(error);
      if (error instanceof CallError) setFailure(error);
    } finally {
      sending.current = false;
      setBusy(false);
    }
  };

  return (
    <section
      aria-label="Your reply"
      className="grid grid-cols-[minmax(0,1fr)] gap-2.5 rounded-card border border-hairline bg-surface p-3 md:p-4"
    >
      {draft.restored && (
        <DraftNotice
          onDiscard={() => {
            draft.clear();
            setAnswers(null);
          }}
        />
      )}
      {answers && (
        <p className="flex items-center gap-1.5 text-sm text-soft">
          <CornerUpLeft aria-hidden="true" className="text-faint" size={14} />
          Replying to <span className="truncate font-semibold text-text">{answers.name}</span>
          <IconButton
            icon={<X aria-hidden="true" size={15} />}
            label="Reply to the post instead"
            onClick={() => {
              setAnswers(null);
              setExtra('');
            }}
            size="sm"
          />
        </p>
      )}
      <MarkdownEditor
        focusCount={asked.count}
        footer={
          <Button
            aria-keyshortcuts="Control+Enter Meta+Enter"
            busy={busy}
            disabled={text.trim() === ''}
            onClick={() => void send()}
            variant="primary"
          >
            Reply
          </Button>
        }
        kind="reply"
        label="Your reply, in Markdown"
        maxLength={forum.replyMax}
        onChange={setText}
        onSend={() => void send()}
        placeholder="Write a reply. Ctrl + Enter sends it."
        value={text}
      />
      {failure && (
        <ErrorState
          busy={busy}
          compact
          description={failure.detail}
          onRetry={() => void send()}
          title="Your reply was not sent; it is kept here."
        />
      )}
    </section>
  );
}

/** Whom a stored draft answers. */
function readAnswered(extra: string): Asked['inReplyTo'] {
  try {
    const kept = JSON.parse(extra) as { id?: unknown; name?: unknown };
    return typeof kept.id === 'string' && typeof kept.name === 'string' ? { id: kept.id, name: kept.name } : null;
  } catch {
    return null;
  }
}
