import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Bell, BellRing } from 'lucide-react';
import type { Follow } from '#people/friends/contract/endpoints.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { useAction } from '#platform/web/ui/controls/use-action.ts';
import { followQuery, profileFriendsQuery } from './relation-queries.ts';

/** Follows a member, or ends it. Nothing for visitors and on one's own page. @param known what the page knows already */
export function FollowButton({
  person,
  known,
}: {
  person: { id: string; displayName: string; username: string };
  known?: Follow;
}) {
  const call = useCall();
  const client = useQueryClient();
  const query = followQuery(call, person.id);
  const { data } = useQuery({ ...query, ...(known && { initialData: known, staleTime: 30_000 }) });
  const { busy, run } = useAction();
  if (!data || data.isFollowing === null) return null;
  const isOn = data.isFollowing;
  const change = () =>
    run(async () => {
      const params = { profileId: person.id };
      const follow = isOn
        ? await call('DELETE /following/:profileId', { params })
        : await call('PUT /following/:profileId', { params });
      client.setQueryData(query.queryKey, follow);
      client.setQueryData(profileFriendsQuery(call, person.username).queryKey, (page) => page && { ...page, follow });
      void client.invalidateQueries({ queryKey: ['feed', 'list'] });
    });
  const Icon = isOn ? BellRing : Bell;
  return (
    <Button
      aria-label={`${isOn ? 'Following' : 'Follow'} ${person.displayName}`}
      aria-pressed={isOn}
      busy={busy}
      icon={<Icon aria-hidden="true" size={16} />}
      onClick={() => void change()}
      size="sm"
    >
      {isOn ? 'Following' : 'Follow'}
    </Button>
  );
}
