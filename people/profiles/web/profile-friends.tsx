import { ShownName } from './shown-name.tsx';
import type { Person } from '#platform/contract/shapes.ts';
import { Avatar } from '#platform/web/ui/members/avatar.tsx';
import { Counter } from '#platform/web/ui/counter.tsx';
import { AppLink } from '#platform/web/ui/controls/link.tsx';
import { SideCard } from './side-card.tsx';

/** A member's friends: 8 of them, each leading to their page. Nothing where there are none. */
export function ProfileFriends({ friends, count }: { friends: readonly Person[]; count: number }) {
  if (friends.length === 0) return null;
  return (
    <SideCard aside={<Counter className="text-sm text-soft" value={count} />} title="Friends">
      <ul className="grid grid-cols-2 gap-1 sm:grid-cols-4 xl:grid-cols-2">
        {friends.map((friend) => (
          <li key={friend.username}>
            <AppLink
              className="flex min-h-11 items-center gap-2 rounded-control p-1 hover:bg-hover"
              to={`/profile/${friend.username}`}
            >
              <Avatar id={friend.id ?? friend.username} name={friend.displayName} size="sm" src={friend.avatarUrl} />
              <span className="min-w-0 truncate text-sm font-semibold">
                <ShownName person={friend} />
              </span>
            </AppLink>
          </li>
        ))}
      </ul>
    </SideCard>
  );
}
