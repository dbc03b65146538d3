import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { ChevronLeft } from 'lucide-react';
import { useState } from 'react';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { lateForm } from '#content/core/web/editor/late-form.tsx';
import { SharedMarkup } from '#people/accounts/web/shared-markup.tsx';
import { AnswerPlace } from '#content/core/web/thread/answer-place.tsx';
import { ThreadSection, useThread } from '#content/core/web/thread/thread-section.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { CommentItem } from './comment-item.tsx';
import { commentsOf } from './comments.ts';
import { useUploadEvents } from '#features/feed/web/live.ts';
import { uploadQuery } from '#features/feed/web/queries.ts';
import { UploadArticle } from './upload-article.tsx';
import { UploadRail } from './upload-rail.tsx';
import { useSeek } from './use-seek.ts';

const CommentBox = lateForm('reply', () => import('./comment-box.tsx'));

/** `/uploads/{id}`: an upload and its comments. `around`: the comment that it was opened at, or empty. */
export function UploadPage({ uploadId, around, isMissing }: { uploadId: string; around: string; isMissing: boolean }) {
  const call = useCall();
  const client = useQueryClient();
  const { viewer } = useAuth();
  const { data: upload } = useSuspenseQuery(uploadQuery(call, uploadId));
  const thread = useThread(commentsOf(uploadId), around, useUploadEvents(client, call, upload));
  const seek = useSeek(upload);
  const [asked, setAsked] = useState(0);
  return (
    <Page rail={<UploadRail upload={upload} />} railLabel="About this upload">
      <AppLink
        className="touch-target relative mb-2 -ms-1 inline-flex items-center gap-1 text-sm font-semibold text-soft hover:text-text"
        to="/uploads"
      >
        <ChevronLeft aria-hidden="true" size={16} />
        Uploads
      </AppLink>
      <UploadArticle first place="page" upload={upload} />
      <ThreadSection
        count={upload.commentCount}
        isMissing={isMissing}
        renderItem={(comment) => (
          <SharedMarkup
            authorId={comment.author.id}
            name="comment"
            of={[comment, upload.author.id, comment.id === thread.targetId, seek !== null]}
          >
            <CommentItem
              comment={comment}
              isAuthor={upload.author.id !== null && comment.author.id === upload.author.id}
              isOwn={viewer !== null && comment.author.id === viewer.id}
              isTarget={comment.id === thread.targetId}
              onSeek={seek}
            />
          </SharedMarkup>
        )}
        mayAnswer={upload.can.comment}
        state={thread}
      >
        <AnswerPlace
          closed={upload.can.comment ? null : 'This upload takes no comments while it is not published.'}
          renderForm={(member) => (
            <CommentBox asked={asked} onSent={thread.onSent} uploadId={uploadId} viewer={member} />
          )}
          isAsked={asked > 0}
          onAsk={() => setAsked((count) => count + 1)}
          onPreload={CommentBox.preload}
          thread={thread.thread}
        />
      </ThreadSection>
    </Page>
  );
}
