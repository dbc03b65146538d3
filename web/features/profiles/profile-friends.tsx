import type { Person } from '#contract/shapes.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Card, CardHeading } from '#web/ui/card.tsx';
import { Counter } from '#web/ui/counter.tsx';
import { AppLink } from '#web/ui/link.tsx';

/** A member's friends: 8 of them, each leading to their page. Nothing where there are none. */
export function ProfileFriends({ friends, count }: { friends: readonly Person[]; count: number }) {
  if (friends.length === 0) return null;
  return (
    <Card aria-label="Friends" className="mb-4">
      <CardHeading aside={<Counter className="text-sm text-soft" value={count} />}>Friends</CardHeading>
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {friends.map((friend) => (
          <li key={friend.username}>
            <AppLink
              className="flex min-h-11 items-center gap-2 rounded-control p-1 hover:bg-hover"
              to={`/profile/${friend.username}`}
            >
              <Avatar id={friend.id ?? friend.username} name={friend.displayName} size="sm" src={friend.avatarUrl} />
              <span className="min-w-0 truncate text-sm font-semibold">{friend.displayName}</span>
            </AppLink>
          </li>
        ))}
      </ul>
    </Card>
  );
}
