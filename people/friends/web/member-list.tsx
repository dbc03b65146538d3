import { useInfiniteQuery } from '@tanstack/react-query';
import { Check, X } from 'lucide-react';
import { type FriendList, friendListQuery } from '#people/profiles/web/friendship/relation-queries.ts';
import { useRelationActions } from '#people/profiles/web/friendship/relation-actions.ts';
import { RelationMenu } from '#people/profiles/web/friendship/relation-menu.tsx';
import type { RelationLine } from '#people/friends/contract/endpoints.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Button, ButtonLink } from '#platform/web/ui/controls/button.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { ListEnd } from '#platform/web/ui/controls/list-end.tsx';
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx';
import { MemberCard } from './member-card.tsx';

const emptyTexts: Record<FriendList, string> = {
  friends: 'No friends yet. Start connecting with people!',
  pending: 'No pending friend requests',
  sent: 'No sent friend requests',
  blocked: 'No blocked members',
};

/** One of the member's lists, with its states. */
export function MemberList({ list, label }: { list: FriendList; label: string }) {
  const call = useCall();
  const query = useInfiniteQuery(friendListQuery(call, list));
  const lines = query.data?.pages.flatMap((page) => page.items);
  if (!lines)
    return query.error ? (
      <ErrorState onRetry={() => void query.refetch()} title="The list could not be loaded." />
    ) : (
      <ListSkeleton rows={4} />
    );
  if (lines.length === 0) {
    const find = <ButtonLink to="/friends?tab=find">Search for members</ButtonLink>;
    return <EmptyState action={list === 'friends' ? find : undefined} title={emptyTexts[list]} />;
  }
  return (
    <>
      <ul aria-label={label} className="grid gap-3 md:grid-cols-2">
        {lines.map((line) => (
          <Line key={line.person.id} line={line} list={list} />
        ))}
      </ul>
      <ListEnd list={query} />
    </>
  );
}

function Line({ line: { person }, list }: { line: RelationLine; list: FriendList }) {
  const actions = useRelationActions(person.id);
  return (
    <MemberCard person={person}>
      {list === 'friends' && <RelationMenu between={{ actions, relation: 'friends' }} person={person} />}
      {list === 'pending' && (
        <>
          <Button
            busy={actions.busy}
            icon={<Check aria-hidden="true" size={16} />}
            onClick={() => void actions.accept()}
            size="sm"
            variant="primary"
          >
            Accept
          </Button>
          <Button
            busy={actions.busy}
            icon={<X aria-hidden="true" size={16} />}
            onClick={() => void actions.decline()}
            size="sm"
          >
            Decline
          </Button>
          <RelationMenu between={{ actions, relation: 'received' }} person={person} />
        </>
      )}
      {list === 'sent' && (
        <>
          <span className="rounded-full border border-hairline-strong px-2.5 py-0.5 text-xs font-semibold text-soft">
            Pending
          </span>
          <RelationMenu between={{ actions, relation: 'sent' }} person={person} />
        </>
      )}
      {list === 'blocked' && (
        <Button busy={actions.busy} onClick={() => void actions.unblock()} size="sm">
          Unblock
        </Button>
      )}
    </MemberCard>
  );
}
