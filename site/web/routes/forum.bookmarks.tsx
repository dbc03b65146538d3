import { createFileRoute } from '@tanstack/react-router';
import { PageError } from '#content/core/web/page/page-error.tsx';
import { requireSession } from '#people/accounts/web/guard.ts';
import { BookmarksPage, BookmarksPending } from '#features/forum/web/list/bookmarks-page.tsx';
import { bookmarksQuery } from '#features/forum/web/queries.ts';
import { privateHead } from '#platform/web/lib/page/private-head.ts';

export const Route = createFileRoute('/forum/bookmarks')({
  beforeLoad: requireSession,
  loader: async ({ context: { queryClient, call } }) =>
    void (await queryClient.ensureInfiniteQueryData(bookmarksQuery(call))),
  head: privateHead('Bookmarks'),
  pendingMs: 200,
  pendingComponent: BookmarksPending,
  errorComponent: ({ error }) => (
    <PageError error={error} heading="Forum" title="Your bookmarks could not be loaded." />
  ),
  component: BookmarksPage,
});
