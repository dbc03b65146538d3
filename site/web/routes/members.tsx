import { createFileRoute } from '@tanstack/react-router';
import {
  type MemberFilter,
  type MemberOrder,
  memberFilters,
  memberOrders,
  people,
} from '#people/community/contract/limits.ts';
import { startOf, startingAt } from '#platform/web/lib/list-start.ts';
import { sessionQuery } from '#people/accounts/web/queries.ts';
import { MembersPage, MembersPending } from '#people/community/web/members-page.tsx';
import { type MemberChoice, membersQuery } from '#people/community/web/queries.ts';
import { statisticsQuery } from '#people/profiles/web/community-queries.ts';
import { pageHead } from '#platform/web/lib/page/page-head.ts';

interface Search {
  filter?: MemberFilter;
  order?: MemberOrder;
  q?: string;
}

const choiceOf = ({ filter = 'all', order = 'xp', q = '' }: Search): MemberChoice => ({ filter, order, q });
const isFilter = (value: unknown): value is MemberFilter => memberFilters.includes(value as MemberFilter);
const isOrder = (value: unknown): value is MemberOrder => memberOrders.includes(value as MemberOrder);
const isName = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';

export const Route = createFileRoute('/members')({
  validateSearch: (search: Record<string, unknown>): Search => ({
    ...(isFilter(search['filter']) && { filter: search['filter'] }),
    ...(isOrder(search['order']) && { order: search['order'] }),
    ...(isName(search['q']) && { q: search['q'].trim().slice(0, people.searchMax) }),
  }),
  loaderDeps: ({ search }) => choiceOf(search),
  loader: async ({ context: { queryClient, call }, deps, cause, location }) => {
    const [session] = await Promise.all([
      queryClient.ensureQueryData(sessionQuery(call)),
      queryClient.ensureQueryData(statisticsQuery(call)),
      // On the page already, the list shows the last choice until the next one is here.
      cause === 'stay' || queryClient.prefetchInfiniteQuery(startingAt(membersQuery(call, deps), startOf(location))),
    ]);
    const isUnlisted = deps.q !== '' || deps.filter !== 'all' || deps.order !== 'xp';
    const head = pageHead(session.site, {
      isUnlisted,
      path: '/members',
      title: 'Members',
      description: `The members of ${session.site.name}: music and video creators and their fans.`,
    });
    return { head };
  },
  head: ({ loaderData: data }) => data?.head ?? {},
  pendingMs: 200,
  pendingComponent: MembersPending,
  component: function Members() {
    const choice = choiceOf(Route.useSearch());
    const navigate = Route.useNavigate();
    return (
      <MembersPage
        choice={choice}
        onSearch={(q) =>
          void navigate({
            replace: true,
            resetScroll: false,
            search: ({ filter, order }) => ({
              ...(filter && { filter }),
              ...(order && { order }),
              ...(q !== '' && { q }),
            }),
          })
        }
      />
    );
  },
});
