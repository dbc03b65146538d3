import { Check, Clock, UserCheck, UserPlus } from 'lucide-react';
import type { Relation } from '#people/friends/contract/endpoints.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { useRelationActions } from './relation-actions.ts';
import { RelationMenu } from './relation-menu.tsx';

/** What the viewer can do about a member, on the member's page. */
export function FriendButton({
  person,
  relation,
}: {
  person: { id: string; displayName: string };
  relation: Relation;
}) {
  const actions = useRelationActions(person.id);
  const { busy } = actions;
  return (
    <div className="flex flex-wrap items-center gap-2">
      {relation === 'none' && (
        <Button
          busy={busy}
          icon={<UserPlus aria-hidden="true" size={16} />}
          onClick={() => void actions.ask({ title: 'Friend request sent!', kind: 'success' })}
          size="sm"
          variant="primary"
        >
          Add Friend
        </Button>
      )}
      {relation === 'sent' && (
        <Button disabled icon={<Clock aria-hidden="true" size={16} />} size="sm">
          Request Sent
        </Button>
      )}
      {relation === 'received' && (
        <>
          <Button
            busy={busy}
            icon={<Check aria-hidden="true" size={16} />}
            onClick={() => void actions.accept()}
            size="sm"
            variant="primary"
          >
            Accept
          </Button>
          <Button busy={busy} onClick={() => void actions.decline()} size="sm">
            Decline
          </Button>
        </>
      )}
      {relation === 'friends' && (
        <span className="inline-flex items-center gap-1.5 text-sm font-semibold text-soft">
          <UserCheck aria-hidden="true" size={16} />
          Friends
        </span>
      )}
      {relation === 'blocked' && (
        <Button busy={busy} onClick={() => void actions.unblock()} size="sm">
          Unblock
        </Button>
      )}
      <RelationMenu between={{ actions, relation }} person={person} reportId={person.id} />
    </div>
  );
}
