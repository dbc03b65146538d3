import { useRef, useState } from 'react';
import type { Viewer } from '#contract/accounts.ts';
import type { Upload, UploadComment } from '#contract/feed.ts';
import { feed } from '#contract/limits.ts';
import { DraftNotice } from '#web/features/content/draft-notice.tsx';
import { MarkdownEditor } from '#web/features/content/markdown-editor.tsx';
import { useCall } from '#web/lib/api.ts';
import { CallError } from '#web/lib/call.ts';
import { useDraft } from '#web/lib/draft.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { failureToast } from '#web/ui/failure-toast.ts';
import { toast } from '#web/ui/toast.ts';
import { commentDraft } from './comment-draft.ts';

/**
 * Writes a comment on an upload as a whole; timed comments are written at the waveform. Rendered in the browser only.
 */
export default function CommentBox({
  upload,
  viewer,
  asked,
  onSent,
}: {
  upload: Upload;
  viewer: Viewer;
  /** Focus the field each time this number changes. */
  asked: number;
  onSent: (comment: UploadComment) => void;
}) {
  const call = useCall();
  const draft = useDraft(commentDraft(upload.id, viewer.id));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<CallError | null>(null);
  const sending = useRef(false);

  const send = async () => {
    if (sending.current || draft.text.trim() === '') return;
    sending.current = true;
    setBusy(true);
    setFailure(null);
    try {
      const { comment } = await call('POST /uploads/:uploadId/comments', {
        params: { uploadId: upload.id },
        body: { content: draft.text, submitId: draft.submitId },
      });
      draft.clear();
      if (comment.notice !== null) toast({ title: 'Held for review', description: comment.notice, kind: 'info' });
      onSent(comment);
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
      aria-label="Your comment"
      className="grid grid-cols-[minmax(0,1fr)] gap-2.5 rounded-card border border-hairline bg-surface p-3 md:p-4"
    >
      {draft.restored && <DraftNotice onDiscard={draft.clear} />}
      <MarkdownEditor
        focusCount={asked}
        footer={
          <Button
            aria-keyshortcuts="Control+Enter Meta+Enter"
            busy={busy}
            disabled={draft.text.trim() === ''}
            onClick={() => void send()}
            variant="primary"
          >
            Comment
          </Button>
        }
        kind="reply"
        label="Your comment, in Markdown"
        maxLength={feed.commentMax}
        onChange={draft.setText}
        onSend={() => void send()}
        placeholder="Write a comment. Ctrl + Enter sends it."
        value={draft.text}
      />
      {failure && (
        <ErrorState
          busy={busy}
          compact
          description={failure.detail}
          onRetry={() => void send()}
          title="Your comment was not sent; it is kept here."
        />
      )}
    </section>
  );
}
