import { createFileRoute, notFound } from '@tanstack/react-router';
import { sessionQuery } from '#people/accounts/web/queries.ts';
import { ForumError } from '#features/forum/web/list/forum-states.tsx';
import { loadPost } from '#features/forum/web/post/load-post.ts';
import { postHead } from '#features/forum/web/heads.ts';
import { PostPage } from '#features/forum/web/post/post-page.tsx';
import { PostForAdults, PostMissing, PostPending } from '#features/forum/web/post/post-states.tsx';
import { CallError } from '#platform/web/lib/call.ts';
import { loadedHead } from '#platform/web/lib/page/private-head.ts';

const id = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export const Route = createFileRoute('/forum/post/$postId')({
  validateSearch: (search: Record<string, unknown>): { reply?: string } =>
    typeof search['reply'] === 'string' && id.test(search['reply']) ? { reply: search['reply'] } : {},
  loaderDeps: ({ search }) => ({ around: search.reply ?? '' }),
  loader: async ({ context: { queryClient, call }, params, deps }) => {
    if (!id.test(params.postId)) throw notFound();
    const { site, viewer } = await queryClient.ensureQueryData(sessionQuery(call));
    const isMember = viewer !== null;
    try {
      const { facts, ...thread } = await loadPost(queryClient, call, params.postId, deps.around);
      return { ...thread, isForAdults: false, head: postHead(site, facts, isMember) };
    } catch (error) {
      if (error instanceof CallError && error.code === 'post_not_found') throw notFound();
      if (error instanceof CallError && error.code === 'adults_only')
        return {
          around: '',
          missingReply: false,
          isForAdults: true,
          head: postHead(site, null, isMember),
        };
      throw error;
    }
  },
  head: loadedHead('Post not found'),
  pendingMs: 200,
  pendingComponent: PostPending,
  notFoundComponent: PostMissing,
  errorComponent: ({ error }) => <ForumError error={error} title="Failed to load post" />,
  component: function Post() {
    const { postId } = Route.useParams();
    const { isForAdults, around, missingReply } = Route.useLoaderData();
    if (isForAdults) return <PostForAdults />;
    return <PostPage around={around} key={postId} missingReply={missingReply} postId={postId} />;
  },
});
