import { useQuery } from '@tanstack/react-query';
import { Search, UserPlus } from 'lucide-react';
import { type SyntheticEvent, useState } from 'react';
import { account } from '#people/accounts/contract/limits.ts';
import type { Person } from '#platform/contract/shapes.ts';
import { useRelationActions } from '#people/profiles/web/friendship/relation-actions.ts';
import { friendSearchQuery } from '#people/profiles/web/friendship/relation-queries.ts';
import { useCall } from '#platform/web/lib/api.ts';
import { Button } from '#platform/web/ui/controls/button.tsx';
import { EmptyState } from '#platform/web/ui/empty-state.tsx';
import { ErrorState } from '#platform/web/ui/error-state.tsx';
import { controlStyle } from '#platform/web/ui/controls/control-style.ts';
import { ListSkeleton } from '#platform/web/ui/skeleton.tsx';
import { MemberCard } from './member-card.tsx';

/** The tab that searches members; the search runs on its button or Enter. */
export function FindFriends() {
  const call = useCall();
  const [text, setText] = useState('');
  const [sought, setSought] = useState('');
  const query = useQuery(friendSearchQuery(call, sought));
  const submit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    // From the field itself: it may have been filled before hydration.
    const typed = event.currentTarget.querySelector('input')!.value.trim();
    setText(typed);
    setSought(typed);
  };
  return (
    <div className="grid gap-4">
      <form className="flex gap-2" noValidate onSubmit={submit} role="search">
        <input
          aria-label="Search by username"
          autoCapitalize="none"
          autoComplete="off"
          className={`${controlStyle} h-10 min-w-0`}
          maxLength={account.displayNameMax}
          onChange={(event) => setText(event.target.value)}
          placeholder="Search by username..."
          spellCheck={false}
          type="search"
          value={text}
        />
        <Button busy={query.isFetching} icon={<Search aria-hidden="true" size={16} />} type="submit" variant="primary">
          Search
        </Button>
      </form>
      {sought === '' && <EmptyState title="Search for users to connect with" />}
      {sought !== '' && query.isPending && <ListSkeleton rows={3} />}
      {query.error && !query.data && (
        <ErrorState compact error={query.error} onRetry={() => void query.refetch()} title="The search did not work." />
      )}
      {query.data?.items.length === 0 && <EmptyState title="No users found" />}
      {query.data && query.data.items.length > 0 && (
        <ul aria-label="Found members" className="grid gap-3 md:grid-cols-2">
          {query.data.items.map((person) => (
            <Found key={person.id} person={person} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Found({ person }: { person: Person & { id: string } }) {
  const actions = useRelationActions(person.id);
  const sent = {
    title: 'Friend request sent',
    description: 'Your friend request has been sent successfully',
    kind: 'success',
  } as const;
  return (
    <MemberCard person={person}>
      <Button
        busy={actions.busy}
        icon={<UserPlus aria-hidden="true" size={16} />}
        onClick={() => void actions.ask(sent)}
        size="sm"
      >
        Add Friend
      </Button>
    </MemberCard>
  );
}
