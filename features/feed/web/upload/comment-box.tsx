import type { Viewer } from '#people/accounts/contract/endpoints.ts';
import type { UploadComment } from '#features/feed/contract/endpoints.ts';
import { AnswerBox } from '#content/core/web/thread/answer-box.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { useDraft } from '#platform/web/lib/draft.ts';
import { commentThread } from './comments.ts';

/**
 * Writes a comment on an upload as a whole; timed comments are written at the waveform. Rendered in the browser only.
 * @param asked focuses the field each time this number changes
 */
export default function CommentBox({
  uploadId,
  viewer,
  asked,
  onSent,
}: {
  uploadId: string;
  viewer: Viewer;
  asked: number;
  onSent: (comment: UploadComment) => void;
}) {
  const call = useCall();
  const draft = useDraft(commentThread.draft(uploadId, viewer.id));
  return (
    <AnswerBox
      draft={draft}
      focusCount={asked}
      onSent={onSent}
      send={async (content, submitId) => {
        const { comment } = await call('POST /uploads/:uploadId/comments', {
          params: { uploadId },
          body: { content, submitId },
        });
        return comment;
      }}
      type={commentThread}
    />
  );
}
