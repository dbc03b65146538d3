import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { ArrowDown } from 'lucide-react';
import { type ComponentType, useCallback, useEffect, useState } from 'react';
import type { Post, Reply } from '#features/forum/contract/endpoints.ts';
import type { Person } from '#platform/contract/shapes.ts';
import { shownErrors } from '#platform/contract/shown-errors.ts';
import { useAuth } from '#people/accounts/web/auth-context.tsx';
import { BackLink } from '#content/core/web/page/back-link.tsx';
import { lateForm } from '#content/core/web/editor/late-form.tsx';
import { SharedMarkup } from '#people/accounts/web/shared-markup.tsx';
import { AnswerPlace } from '#content/core/web/thread/answer-place.tsx';
import { ThreadSection, useThread } from '#content/core/web/thread/thread-section.tsx';
import { fullName } from '#people/profiles/web/full-name.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Page } from '#platform/web/ui/page.tsx';
import { Skeleton } from '#platform/web/ui/skeleton.tsx';
import { ContentPending } from '#content/core/web/page/content-states.tsx';
import { staleLists } from '#features/forum/web/cache.ts';
import { PostArticle } from './post-article.tsx';
import { forumKeys, postQuery } from '#features/forum/web/queries.ts';
import { ReadMark } from './read-mark.tsx';
import { repliesOf } from './replies.ts';
import type { Asked } from './reply-box.tsx';
import { ReplyItem, type ReplyItemProps } from './reply-item.tsx';
import { ThreadJumps, ThreadRail } from './thread-rail.tsx';

const ReplyBox = lateForm('reply', () => import('./reply-box.tsx'));

/** Why nobody can reply; null where they can. */
function closedBecause(post: Post): string | null {
  if (post.can.reply) return null;
  return post.cut === null ? 'This post takes no replies while it is not published.' : shownErrors.post_locked.text;
}

/** `/forum/post/{postId}`: a post and its replies. `around`: the reply it was opened at, or empty. */
export function PostPage({ postId, around, isMissing }: { postId: string; around: string; isMissing: boolean }) {
  const call = useCall();
  const client = useQueryClient();
  const { viewer } = useAuth();
  const { data: post } = useSuspenseQuery(postQuery(call, postId));
  const readParent = () => client.invalidateQueries({ queryKey: forumKeys.post(postId) });
  const thread = useThread(repliesOf(postId), around, {
    topic: `forum-post:${postId}`,
    eventSeq: post.eventSeq,
    handlers: ({ created, changed, touched }) => ({
      reply_created: created,
      reply_changed: changed,
      post_changed: touched,
      reactions_changed: touched,
    }),
    readParent,
    onReset() {
      void readParent();
      staleLists(client);
    },
  });
  const { answers: replies, atEnd } = thread;
  const [asked, setAsked] = useState<Asked>({ count: 0, inReplyTo: null, quote: '' });
  // The line stays where it was when the page was opened, though the place is remembered meanwhile.
  const [lastReadAt] = useState(post.lastReadAt);
  const firstNew =
    lastReadAt === null
      ? undefined
      : replies.find((reply) => reply.createdAt > lastReadAt && reply.author.id !== viewer?.id);

  const ask = useCallback(
    (inReplyTo: Asked['inReplyTo'], quote: string) => setAsked((old) => ({ count: old.count + 1, inReplyTo, quote })),
    [],
  );
  const answer = useCallback(
    async (reply: Reply, quoted: HTMLElement | null) =>
      ask(
        { id: reply.id, name: fullName(reply.author) },
        quoted === null ? '' : await quotationOf(reply.author, quoted),
      ),
    [ask],
  );

  return (
    <Page
      rail={<ThreadRail post={post} replies={replies} firstNewId={firstNew?.id ?? null} />}
      railLabel="About this thread"
      wideRail
      width="thread"
    >
      <BackLink answer="reply" label="Forum" to="/forum" />
      <PostArticle onQuote={async (text) => ask(null, await quotationOf(post.author, text))} post={post} />
      <ThreadSection
        aside={
          replies.length > 4 && (
            <div className="xl:hidden">
              <ThreadJumps firstNewId={firstNew?.id ?? null} />
            </div>
          )
        }
        count={post.replyCount}
        hidden={post.hiddenAnswers}
        isMissing={isMissing}
        renderItem={(reply) => (
          <>
            {reply.id === firstNew?.id && <NewLine />}
            <SharedReply
              isTarget={reply.id === thread.targetId}
              onAnswer={post.can.reply ? answer : null}
              reply={reply}
            />
          </>
        )}
        mayAnswer={post.can.reply}
        state={thread}
      >
        <AnswerPlace
          closed={closedBecause(post)}
          renderForm={(member) => <ReplyBox asked={asked} onSent={thread.onSent} postId={postId} viewer={member} />}
          isAsked={asked.count > 0}
          onAsk={() => ask(null, '')}
          onPreload={ReplyBox.preload}
          thread={thread.thread}
        />
        {post.can.reply && <LateSelectionQuote />}
        {viewer && atEnd && <ReadMark key={replies.at(-1)?.id} postId={postId} />}
      </ThreadSection>
    </Page>
  );
}

/** A quotation of what is selected in a text, or of all of it; empty where the code for it cannot be loaded. */
async function quotationOf(author: Person, text: HTMLElement): Promise<string> {
  const part = await import('./quote.ts').catch(() => null);
  return part?.quotationOf(author.id === null ? null : author.username, text) ?? '';
}

/** `SelectionQuote`, whose code comes with the first selection. */
function LateSelectionQuote() {
  const [Late, setLate] = useState<ComponentType | null>(null);
  useEffect(() => {
    // Without it the button of each text quotes too.
    const load = () =>
      void import('./selection-quote.tsx').then(
        (part) => setLate(() => part.SelectionQuote),
        () => {},
      );
    document.addEventListener('selectionchange', load, { once: true });
    return () => document.removeEventListener('selectionchange', load);
  }, []);
  return Late && <Late />;
}

function NewLine() {
  return (
    <li className="flex items-center gap-3 bg-primary-wash px-4 py-1 text-sm font-semibold text-primary-text" id="new">
      <ArrowDown aria-hidden="true" size={14} />
      New since your last visit
    </li>
  );
}

/** A reply, rendered once for all who see it alike. */
function SharedReply(props: ReplyItemProps) {
  const { reply, isTarget, onAnswer } = props;
  return (
    <SharedMarkup authorId={reply.author.id} name="reply" of={[reply, isTarget, onAnswer !== null]}>
      <ReplyItem {...props} />
    </SharedMarkup>
  );
}

/** A post while it loads. */
export function PostPending() {
  return (
    <ContentPending above={<Skeleton className="h-8 w-3/4" />} plural="replies" railLabel="About this thread">
      <Skeleton className="h-3 w-11/12" />
      <Skeleton className="h-3 w-10/12" />
      <Skeleton className="h-3 w-3/5" />
    </ContentPending>
  );
}
