import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { Bell, BellRing } from 'lucide-react';
import { useCall } from '#platform/web/lib/api.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { useAction } from '#platform/web/ui/controls/use-action.ts';
import { followedQuery } from '#features/forum/web/queries.ts';
import type { CategoryChoice } from './categories.ts';

/** Follows a category that can be followed, or stops. */
export function FollowCategory({ choice }: { choice: CategoryChoice }) {
  const call = useCall();
  const client = useQueryClient();
  const query = followedQuery(call);
  const { categories } = useSuspenseQuery(query).data;
  const { busy, run } = useAction();
  const isOn = categories.includes(choice.id);
  const change = () =>
    run(async () => {
      await call('PUT /forum/categories/:category/follow', { params: { category: choice.id }, body: { on: !isOn } });
      client.setQueryData(query.queryKey, (known) => ({
        categories: [
          ...(known?.categories ?? []).filter((category) => category !== choice.id),
          ...(isOn ? [] : [choice.id]),
        ],
      }));
    });
  const Icon = isOn ? BellRing : Bell;
  return (
    <Button
      aria-label={`${isOn ? 'Following' : 'Follow'} ${choice.label}`}
      aria-pressed={isOn}
      busy={busy}
      icon={<Icon aria-hidden="true" size={16} />}
      onClick={() => void change()}
      size="sm"
      variant="ghost"
    >
      <span className="max-md:hidden">{isOn ? 'Following' : 'Follow'}</span>
    </Button>
  );
}
