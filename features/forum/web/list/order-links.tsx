import { useQueryClient } from '@tanstack/react-query';
import { type ForumOrder, forumOrders } from '#features/forum/contract/limits.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { orderAddress } from './categories.ts';
import { forumKeys } from '#features/forum/web/queries.ts';

const labels: Readonly<Record<ForumOrder, string>> = { newest: 'Newest', active: 'Active', unread: 'Unread' };

/** The orders of the list for members; the one that was chosen last is remembered. */
export function OrderLinks({ category, order }: { category: string; order: ForumOrder }) {
  const call = useCall();
  const client = useQueryClient();
  const remember = async (next: ForumOrder) => {
    try {
      await call('PUT /forum/order', { body: { order: next } });
      // What was loaded in the order before is not shown again.
      client.removeQueries({
        predicate: ({ queryKey: [forum, list, , loaded] }) =>
          forum === forumKeys.lists[0] && list === forumKeys.lists[1] && loaded === 'remembered',
        type: 'inactive',
      });
    } catch (error) {
      failureToast(error);
    }
  };
  return (
    <nav aria-label="Order" className="mb-1 flex flex-wrap gap-x-4">
      {forumOrders.map((key) => (
        <AppLink
          className="inline-flex min-h-8 items-center border-b-2 border-transparent text-sm font-semibold text-soft hover:text-text aria-[current=page]:border-primary aria-[current=page]:text-text"
          current={key === order}
          keepScroll
          key={key}
          onClick={() => void remember(key)}
          to={orderAddress(category, key)}
        >
          {labels[key]}
        </AppLink>
      ))}
    </nav>
  );
}
