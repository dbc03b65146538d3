import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { type ForumOrder, forumOrders } from '#features/forum/contract/limits.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Select } from '#platform/web/ui/controls/select.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { failureToast } from '#platform/web/ui/overlays/failure-toast.ts';
import { orderAddress } from './categories.ts';
import { forumKeys } from '#features/forum/web/queries.ts';

const labels: Readonly<Record<ForumOrder, string>> = { newest: 'Newest', active: 'Active', unread: 'Unread' };

/** The orders of the list for members, on a phone as one choice; the one that was chosen last is remembered. */
export function OrderLinks({ category, order }: { category: string; order: ForumOrder }) {
  const call = useCall();
  const client = useQueryClient();
  const router = useRouter();
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
    <nav aria-label="Order" className="flex shrink-0 gap-x-4">
      <Select
        aria-label="Order"
        className="md:hidden"
        onChange={(event) => {
          const next = event.target.value as ForumOrder;
          void remember(next);
          void router.navigate({ href: orderAddress(category, next), resetScroll: false });
        }}
        size="sm"
        value={order}
      >
        {forumOrders.map((key) => (
          <option key={key} value={key}>
            {labels[key]}
          </option>
        ))}
      </Select>
      {forumOrders.map((key) => (
        <AppLink
          className="inline-flex min-h-8 max-md:hidden items-center border-b-2 border-transparent text-sm font-semibold text-soft hover:text-text aria-[current=page]:border-mark aria-[current=page]:text-text"
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
