import { createFileRoute, notFound, redirect } from '@tanstack/react-router';
import { PageError } from '#content/core/web/page/page-error.tsx';
import { type ForumOrder, forumOrders } from '#features/forum/contract/limits.ts';
import { startOf, startingAt } from '#platform/web/lib/list-start.ts';
import { sessionQuery } from '#people/accounts/web/queries.ts';
import { chosenCategory, imageBoard, isFollowable } from '#features/forum/web/list/categories.ts';
import { ForumPage, ForumPending } from '#features/forum/web/list/forum-page.tsx';
import { ContentMissing } from '#content/core/web/page/content-states.tsx';
import { listHead } from '#features/forum/web/heads.ts';
import { categoriesQuery, followedQuery, imageBoardQuery, postsQuery } from '#features/forum/web/queries.ts';
import { CallError } from '#platform/web/lib/call.ts';

const isName = (value: unknown): value is string => typeof value === 'string' && value !== '';

const isOrder = (value: unknown): value is ForumOrder => forumOrders.some((order) => order === value);

export const Route = createFileRoute('/forum/')({
  validateSearch: (search: Record<string, unknown>): { category?: string; order?: ForumOrder; compose?: number } => ({
    ...(isName(search['category']) && { category: search['category'] }),
    ...(isOrder(search['order']) && { order: search['order'] }),
    ...(search['compose'] != null && { compose: 1 }),
  }),
  loaderDeps: ({ search }) => ({
    category: search.category ?? '',
    order: search.order ?? ('remembered' as const),
    compose: search.compose === 1,
  }),
  loader: async ({ context: { queryClient, call }, deps: { category, order, compose }, location }) => {
    const list: Promise<unknown> =
      category === imageBoard.value
        ? queryClient.ensureInfiniteQueryData(startingAt(imageBoardQuery(call), startOf(location)))
        : queryClient.ensureInfiniteQueryData(startingAt(postsQuery(call, category, order), startOf(location)));
    const posts = list.then(
      () => null,
      (error: unknown) => error,
    );
    const [session, rows] = await Promise.all([
      queryClient.ensureQueryData(sessionQuery(call)),
      queryClient.ensureQueryData(categoriesQuery(call)),
    ]);
    const choice = chosenCategory(session.site.sections, rows.items, category);
    if (session.viewer && choice && isFollowable(choice)) await queryClient.ensureQueryData(followedQuery(call));
    if (compose && !session.viewer) throw redirect({ to: '/auth', search: {} });
    const problem = await posts;
    const code = problem instanceof CallError ? problem.code : null;
    if (code === 'category_unknown' || code === 'section_off' || (category === imageBoard.value && !choice))
      throw notFound();
    if (code === 'sign_in_required') throw redirect({ to: '/auth', search: {} });
    if (problem !== null && code !== 'adults_only') throw problem;
    const label = category === '' ? '' : (choice?.label ?? '');
    return { head: listHead(session.site, category, label), category, order, adultsOnly: code === 'adults_only' };
  },
  head: ({ loaderData: data }) => data?.head ?? {},
  pendingMs: 200,
  pendingComponent: function Pending() {
    return <ForumPending category={Route.useSearch().category ?? ''} />;
  },
  notFoundComponent: () => <ContentMissing label="All posts" title="That category does not exist" to="/forum" />,
  errorComponent: ({ error }) => <PageError error={error} heading="Forum" title="The forum could not be loaded." />,
  component: function Forum() {
    const { compose } = Route.useSearch();
    const { category, order, adultsOnly } = Route.useLoaderData();
    return <ForumPage adultsOnly={adultsOnly} category={category} order={order} composing={compose === 1} />;
  },
});
