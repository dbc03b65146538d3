import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { authorsInLists } from '#content/core/web/cache/content-cache.ts';
import { DraftNotice } from '#content/core/web/editor/draft-notice.tsx';
import { MarkdownEditor } from '#content/core/web/editor/markdown-editor.tsx';
import { friends } from '#people/friends/contract/limits.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { CallError } from '#platform/web/lib/call.ts';
import type { DraftState } from '#platform/web/lib/draft.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { toast } from '#platform/web/ui/overlays/toast.ts';
import type { Answer } from '#content/core/contract/shapes.ts';
import { capital } from './answer-list.tsx';
import type { Thread } from './thread.ts';

/**
 * Writes an answer. Rendered in the browser only, because of its draft.
 * @param inReplyTo id of another answer
 * @param focusCount the field gets the focus each time this number changes
 * @param above between the draft's notice and the field
 */
export function AnswerBox<A extends Answer>({
  thread: { type, parentId },
  draft,
  focusCount,
  above,
  inReplyTo,
  onSent,
  onCleared,
}: {
  thread: Thread<A>;
  draft: DraftState;
  focusCount: number;
  above?: ReactNode;
  inReplyTo?: string | undefined;
  onSent: (answer: A) => void;
  onCleared?: () => void;
}) {
  const call = useCall();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallError | null>(null);
  const sending = useRef(false);
  const { noun } = type;
  const clear = () => {
    draft.clear();
    onCleared?.();
  };
  const submit = async () => {
    if (sending.current || draft.text.trim() === '') return;
    sending.current = true;
    setBusy(true);
    setFailure(null);
    try {
      const body = { content: draft.text, submitId: draft.submitId, ...(inReplyTo !== undefined && { inReplyTo }) };
      const sent = await type.send(call, parentId, body);
      const answer = 'reply' in sent ? sent.reply : sent.comment;
      clear();
      if (answer.notice !== null) toast({ title: 'Held for review', description: answer.notice, kind: 'info' });
      onSent(answer);
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
      aria-label={`Your ${noun}`}
      className="grid grid-cols-[minmax(0,1fr)] gap-2.5 rounded-card border border-hairline bg-surface p-3 md:p-4"
    >
      {draft.restored && <DraftNotice onDiscard={clear} />}
      {above}
      <MarkdownEditor
        focusCount={focusCount}
        footer={
          <Button
            aria-keyshortcuts="Control+Enter Meta+Enter"
            busy={busy}
            disabled={draft.text.trim() === ''}
            onClick={() => void submit()}
            variant="primary"
          >
            {capital(noun)}
          </Button>
        }
        kind="reply"
        label={`Your ${noun}, in Markdown`}
        maxLength={type.maxLength}
        near={() => authorsInLists(client, type.key(parentId), friends.mentionsNear)}
        onChange={draft.setText}
        onSend={() => void submit()}
        placeholder={`Write a ${noun}. Ctrl + Enter sends it.`}
        value={draft.text}
      />
      {failure && (
        <ErrorState
          busy={busy}
          compact
          description={failure.detail}
          onRetry={() => void submit()}
          title={`Your ${noun} was not sent; it is kept here.`}
        />
      )}
    </section>
  );
}
