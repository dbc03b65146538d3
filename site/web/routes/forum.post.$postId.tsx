import { createFileRoute } from '@tanstack/react-router';
import { ContentForAdults, ContentMissing } from '#content/core/web/page/content-states.tsx';
import { PageError } from '#content/core/web/page/page-error.tsx';
import { loadContent } from '#content/core/web/thread/load-thread.ts';
import { threadRoute } from '#content/core/web/thread/thread-route.ts';
import { postFacts, postHead } from '#features/forum/web/heads.ts';
import { PostPage, PostPending } from '#features/forum/web/post/post-page.tsx';
import { postQuery, repliesPages } from '#features/forum/web/queries.ts';
import { sessionQuery } from '#people/accounts/web/queries.ts';

export const Route = createFileRoute('/forum/post/$postId')({
  ...threadRoute('reply', 'Post not found'),
  loader: async ({ context, params: { postId }, deps }) => {
    const { site, viewer } = await context.queryClient.ensureQueryData(sessionQuery(context.call));
    const post = {
      id: postId,
      query: postQuery(context.call, postId),
      pages: repliesPages,
      notFound: 'post_not_found',
    };
    const { content, ...thread } = await loadContent(context, post, deps.around);
    return {
      ...thread,
      isForAdults: content === null,
      head: postHead(site, content && postFacts(content), viewer !== null),
    };
  },
  pendingComponent: PostPending,
  notFoundComponent: () => <ContentMissing label="Back to the forum" title="Post not found" to="/forum" />,
  errorComponent: ({ error }) => <PageError error={error} heading="Forum" title="Failed to load post" />,
  component: function Post() {
    const { postId } = Route.useParams();
    const { isForAdults, around, isMissing } = Route.useLoaderData();
    if (isForAdults) return <ContentForAdults back={{ to: '/forum', label: 'Forum' }} what="posts" />;
    return <PostPage around={around} isMissing={isMissing} key={postId} postId={postId} />;
  },
});
