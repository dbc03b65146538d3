import { fullName } from '#web/features/profiles/full-name.ts';
import { useQueryClient, useSuspenseInfiniteQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { ArrowDown, ChevronLeft } from 'lucide-react';
import { useCallback, useState } from 'react';
import type { Reply } from '#contract/forum.ts';
import { useAuth } from '#web/features/accounts/auth-context.tsx';
import { useCall } from '#web/lib/api.ts';
import { itemsOf } from '#web/lib/paged-list.ts';
import { Page } from '#web/shell/page.tsx';
import { Button } from '#web/ui/button.tsx';
import { Counter } from '#web/ui/counter.tsx';
import { ErrorState } from '#web/ui/error-state.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { putReply } from './cache.ts';
import { usePostLive } from './live.ts';
import { PostArticle } from './post-article.tsx';
import { postQuery, repliesQuery } from './queries.ts';
import { quoteOf } from './quote.ts';
import { ReadMark } from './read-mark.tsx';
import type { Asked } from './reply-box.tsx';
import { replyAddress } from './reply-item.tsx';
import { ReplyList } from './reply-list.tsx';
import { ReplyPlace } from './reply-place.tsx';
import { repliesWord } from './texts.ts';
import { ThreadRail } from './thread-rail.tsx';
import { ThreadWays } from './thread-ways.tsx';
import { useTarget } from './use-target.ts';

/** `/forum/post/{postId}`: a post and its replies. `around`: the reply it was opened at, or empty. */
export function PostPage({ postId, around, missingReply }: { postId: string; around: string; missingReply: boolean }) {
  const call = useCall();
  const client = useQueryClient();
  const router = useRouter();
  const { viewer } = useAuth();
  const { data: post } = useSuspenseQuery(postQuery(call, postId));
  const pages = useSuspenseInfiniteQuery(repliesQuery(call, postId, around));
  const replies = itemsOf(pages.data);
  const atEnd = !pages.hasNextPage;
  const live = usePostLive({ post, atEnd });
  const targetId = useTarget(replies, postId);
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
    (reply: Reply, quote: string | null) => {
      const author = reply.author.id === null ? null : reply.author.username;
      ask({ id: reply.id, name: fullName(reply.author) }, quote ? quoteOf(author, quote) : '');
    },
    [ask],
  );
  const onSent = (reply: Reply) => {
    putReply(client, postId, reply);
    if (!atEnd) void router.navigate({ href: replyAddress(postId, reply.id) });
  };
  const toEnd = () => {
    live.clear();
    void pages.fetchNextPage();
  };
  const author = post.author.id === null ? null : post.author.username;
  const showsPost = around === '' || !pages.hasPreviousPage;

  return (
    <Page
      rail={<ThreadRail post={post} replies={replies} firstNewId={firstNew?.id ?? null} />}
      railLabel="About this thread"
      wideRail
      width="thread"
    >
      <AppLink
        className="touch-target relative mb-2 -ml-1 inline-flex items-center gap-1 text-sm font-semibold text-soft hover:text-text"
        to="/forum"
      >
        <ChevronLeft aria-hidden="true" size={16} />
        Forum
      </AppLink>
      <PostArticle onQuote={(text) => ask(null, text === '' ? '' : quoteOf(author, text))} post={post} />
      <section aria-labelledby="replies" className="mt-6 grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
          <h2 className="heading flex items-baseline gap-2 text-xl" id="replies">
            <Counter value={post.replyCount} />
            {repliesWord(post.replyCount)}
          </h2>
          {replies.length > 4 && (
            <div className="xl:hidden">
              <ThreadWays firstNewId={firstNew?.id ?? null} />
            </div>
          )}
        </div>
        {missingReply && (
          <p className="rounded-card border border-hairline bg-raised px-4 py-3 text-soft" role="status">
            This reply does not exist any more.
          </p>
        )}
        {replies.length === 0 && post.can.reply && (
          <p className="text-soft">No replies yet. Yours would be the first.</p>
        )}
        {(replies.length > 0 || !showsPost) && (
          <ReplyList
            earlier={{
              has: pages.hasPreviousPage,
              loading: pages.isFetchingPreviousPage,
              failed: pages.isFetchPreviousPageError,
              load: () => void pages.fetchPreviousPage(),
            }}
            firstNewId={firstNew?.id ?? null}
            later={{
              has: pages.hasNextPage,
              loading: pages.isFetchingNextPage,
              failed: pages.isFetchNextPageError,
              load: toEnd,
            }}
            onAnswer={post.can.reply ? answer : null}
            readerId={viewer?.id ?? null}
            replies={replies}
            targetId={targetId}
          />
        )}
        {pages.isRefetchError && (
          <ErrorState compact onRetry={() => void pages.refetch()} title="New replies could not be loaded." />
        )}
        <div aria-live="polite" id="replies-end">
          {live.waiting > 0 && (
            <Button className="w-full" icon={<ArrowDown aria-hidden="true" size={16} />} onClick={toEnd}>
              {live.waiting} new {repliesWord(live.waiting)}
            </Button>
          )}
        </div>
        <ReplyPlace asked={asked} onAsk={() => ask(null, '')} onSent={onSent} post={post} />
        {viewer && atEnd && <ReadMark key={replies.at(-1)?.id} postId={postId} />}
      </section>
    </Page>
  );
}
