import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Upload, UploadComment } from '#features/feed/contract/endpoints.ts';
import { feedAddress } from '#features/feed/web/list/filter.ts';
import { playFrom } from '#features/player/web/engine/play-upload.ts';
import { fullName } from '#people/profiles/web/full-name.ts';
import { PersonLine } from '#people/profiles/web/person-line.tsx';
import { Card } from '#platform/web/ui/card.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { ContentPending } from '#content/core/web/page/content-states.tsx';
import { Skeleton, WaveformSkeleton } from '#platform/web/ui/skeleton.tsx';
import { BackLink } from '#content/core/web/page/back-link.tsx';
import { SharedMarkup } from '#people/accounts/web/shared-markup.tsx';
import { PlainAnswerPlace } from '#content/core/web/thread/answer-place.tsx';
import { ThreadSection, useThread } from '#content/core/web/thread/thread-section.tsx';
import { useCall } from '#platform/web/lib/api.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { CommentItem } from './comment-item.tsx';
import { commentsOf } from './comments.ts';
import { useUploadEvents } from '#features/feed/web/live.ts';
import { uploadQuery } from '#features/feed/web/queries.ts';
import { UploadArticle } from './upload-article.tsx';

/** `/uploads/{id}`: an upload and its comments. `around`: the comment that it was opened at, or empty. */
export function UploadPage({ uploadId, around, isMissing }: { uploadId: string; around: string; isMissing: boolean }) {
  const call = useCall();
  const client = useQueryClient();
  const { data: upload } = useSuspenseQuery(uploadQuery(call, uploadId));
  const thread = useThread(commentsOf(uploadId), around, useUploadEvents(client, call, upload));
  const seek = useSeek(upload);
  return (
    <Page rail={<UploadRail upload={upload} />} railLabel="About this upload">
      <BackLink answer="comment" label="Uploads" to="/uploads" />
      <UploadArticle first place="page" upload={upload} />
      <ThreadSection
        count={upload.commentCount}
        hidden={upload.hiddenAnswers}
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
              isTarget={comment.id === thread.targetId}
              onSeek={seek}
            />
          </SharedMarkup>
        )}
        mayAnswer={upload.can.comment}
        state={thread}
      >
        <PlainAnswerPlace
          closed={upload.can.comment ? null : 'This upload takes no comments while it is not published.'}
          onSent={thread.onSent}
          thread={thread.thread}
        />
      </ThreadSection>
    </Page>
  );
}

/** Plays a track of an upload from the position of a comment; null where none of its sounds can be played. */
function useSeek(upload: Upload): ((at: NonNullable<UploadComment['at']>) => void) | null {
  const hasSound = upload.files.some(({ kind, url }) => kind === 'audio' && url !== null);
  return useMemo(() => (hasSound ? (at) => void playFrom(upload, at) : null), [upload, hasSound]);
}

/** Beside an upload: who made it, and the way to what else they shared. */
function UploadRail({ upload }: { upload: Upload }) {
  if (upload.author.id === null) return null;
  return (
    <Card>
      <PersonLine person={upload.author} />
      <p className="mt-3 border-t border-hairline pt-3">
        <AppLink className="link text-sm" to={feedAddress({ author: upload.author.username })}>
          All uploads by {fullName(upload.author)}
        </AppLink>
      </p>
    </Card>
  );
}

/** An upload while it loads. */
export function UploadPending() {
  return (
    <ContentPending plural="comments" railLabel="About this upload" rows={3}>
      <Skeleton className="h-7 w-3/4" />
      <WaveformSkeleton />
    </ContentPending>
  );
}
